import ArgumentParser

/// The scripts that complete commands in shells: ArgumentParser's, which do not know that words
/// without a command are a search.
///
/// Each gets a few lines that put the word `search` in where no command is named, before it looks
/// at the words.
enum CompletionScript {
  /// What the program answers to these arguments; the same text where they ask for no script.
  static func answer(_ text: String, to arguments: [String]) -> String {
    guard arguments.first == "--generate-completion-script", arguments.count == 2,
      let addition = additions[arguments[1]],
      let place = text.firstRange(of: addition.place)
    else { return text }
    return text.replacingCharacters(in: place, with: addition.lines + addition.place)
  }

  private static let commands =
    GHSearchCommand.configuration.subcommands.map { $0._commandName } + ["help"]

  private struct Addition {
    /// What the lines go before.
    let place: String
    let lines: String
  }

  private static let additions = ["bash": bash, "zsh": zsh, "fish": fish]

  private static let bash = Addition(
    place: "    local -i positional_number\n",
    lines: """
          # Words without a command are a search.
          local default_command=search
          case "${COMP_WORDS[1]}" in
          -*) ;;
          \(commands.joined(separator: "|"))) default_command= ;;
          *) [[ "${COMP_CWORD}" -gt 1 ]] || default_command= ;;
          esac
          if [[ -n "${default_command}" ]]; then
              local -ar typed_words=("${COMP_WORDS[@]}")
              local -r typed_line="${COMP_LINE#"${COMP_WORDS[0]}"}"
              local -ir typed_place="${COMP_POINT}" typed_word="${COMP_CWORD}"
              local -a COMP_WORDS=("${typed_words[0]}" search "${typed_words[@]:1}")
              local -i COMP_CWORD="$((typed_word + 1))" COMP_POINT="$((typed_place + 7))"
              local COMP_LINE="${COMP_WORDS[0]} search${typed_line}"
          fi


      """
  )

  private static let zsh = Addition(
    place: "    local context state state_descr line\n",
    lines: """
          # Words without a command are a search.
          if [[ "${words[2]}" = -* ]] ||
              { (( CURRENT > 2 )) && [[ "${words[2]}" != (\(commands.joined(separator: "|"))) ]] }
          then
              words=("${words[1]}" search "${(@)words[2,-1]}")
              (( CURRENT++ ))
          fi


      """
  )

  private static let fish = Addition(
    place: "    switch $unparsed_tokens[1]\n    case 'ghsearch'\n",
    lines: """
          # Words without a command are a search.
          set -l first $unparsed_tokens[2] (commandline -ct)
          if string match -q -- '-*' $first[1]
              or begin
                  set -q unparsed_tokens[2]
                  and not contains -- $unparsed_tokens[2] \(commands.joined(separator: " "))
              end
              set unparsed_tokens $unparsed_tokens[1] search $unparsed_tokens[2..]
          end

      """
  )
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }
}
