import ArgumentParser
import Core
import Output

struct CompletionCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.completion.rawValue,
    abstract: "Print shell completions for bash, zsh or fish.",
    usage: "ghsearch completion <shell>",
    discussion: """
      EXAMPLES:
        source <(ghsearch completion bash)
        ghsearch completion zsh > ~/.zfunc/_ghsearch
        ghsearch completion fish > ~/.config/fish/completions/ghsearch.fish
      """
  )

  @Argument(help: "bash, zsh or fish.")
  var shell: CompletionScript.Shell

  func run(in context: Context) async throws(OperationFailure) -> ExitStatus {
    try context.print(CompletionScript.text(for: shell) + "\n")
    return .success
  }
}

/// ArgumentParser's completion scripts, with a default command.
///
/// ArgumentParser's generators ignore `defaultSubcommand`, so their scripts complete nothing in a
/// search without the word `search`. A few lines insert that word if no command is named. They have
/// to run inside the script's main function, before it looks at the words; a test runs the result.
enum CompletionScript {
  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  static func text(for shell: Shell) -> String {
    let script = CompletionShell(rawValue: shell.rawValue).map(GHSearchCommand.completionScript)
    return completed(script ?? "", for: shell)
  }

  /// The text for these arguments, with the lines inserted if it is a script.
  static func text(_ text: String, for arguments: [String]) -> String {
    guard arguments.first == "--generate-completion-script", arguments.count == 2,
      let shell = Shell(rawValue: arguments[1])
    else { return text }
    return completed(text, for: shell)
  }

  private static func completed(_ script: String, for shell: Shell) -> String {
    // As file names, `vapor/vapor` would be listed as `vapor`.
    var script = script.replacing("complete -o filenames -F", with: "complete -F")
    let addition =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    if let place = script.firstRange(of: addition.place) {
      script.insert(contentsOf: addition.lines, at: place.lowerBound)
    }
    return script
  }

  private static let commands = CommandName.allCases.map(\.rawValue) + ["help"]

  /// Lines to insert, and the line of the script before which they go.
  private typealias Addition = (place: String, lines: String)

  private static let bash: Addition = (
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

  private static let zsh: Addition = (
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

  private static let fish: Addition = (
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
