import ArgumentParser
import GitHubModel
import RepositoryStore
import Terminal

// The candidates for shell completion: the shell runs the program at each tab, so nothing here may be
// slow or use the network.

/// The repositories and star lists that the user is likely to name.
struct KnownNames: Sendable {
  /// A repository, and its description for shells that show one.
  struct Candidate: Sendable {
    let name: RepositoryName
    let description: String?

    /// As `_describe` of zsh, and fish, read it; bash shows names only.
    func text(for shell: CompletionShell?) -> String {
      let shown = SafeText(description ?? "", longest: 200).description.truncated(toWidth: 60)
      return switch shell {
      case .zsh? where !shown.isEmpty: "\(name):\(shown)"
      case .fish? where !shown.isEmpty: "\(name)\t\(shown)"
      default: name.fullName
      }
    }
  }

  /// The favorites, then the stars; empty if they cannot be read.
  var repositories: [Candidate] = []
  /// The names of the star lists, or the slugs of those whose names a shell would have to quote.
  var lists: [String] = []

  /// The candidates: ArgumentParser asks for them synchronously, so they are read beforehand.
  @TaskLocal static var current = KnownNames()

  /// Runs a body that offers the names.
  static func provided(to body: () throws -> Void) async rethrows {
    try $current.withValue(await load(), operation: body)
  }

  private static func load() async -> Self {
    var context = Context.live()
    // A shell would show a warning in the middle of the command line.
    context.errors = HeldSink()
    guard let session = try? Session(context) else { return Self() }
    let stars = LocalStars(session)
    return await session.library.ifPresent { store in
      let favorites = try store.favorites().map(\.repository)
      var names = Self(
        repositories: favorites.map { Candidate(name: $0.name, description: $0.description) }
      )
      guard let account = try stars.account(in: store) else { return names }
      let known = Set(favorites.map(\.name))
      names.repositories += try store.stars(of: account).filter { !known.contains($0.name) }
        .map { Candidate(name: $0.name, description: $0.repository?.description) }
      names.lists = try (store.starLists(of: account) ?? []).map { word(for: $0.list) }
      return names
    } ?? Self()
  }

  private static func word(for list: StarList) -> String {
    let isWord = list.name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    return isWord || list.slug.isEmpty ? list.name : list.slug
  }
}

// MARK: Scripts

/// The completion scripts of shells: ArgumentParser's, with a default command.
///
/// ArgumentParser's generators ignore `defaultSubcommand`, so their scripts complete nothing of a search
/// without the word `search`. A few lines insert that word if no command is named. They have to run inside
/// the script's main function, before it looks at the words; a test runs the result.
enum CompletionScript {
  /// The shells that have a script.
  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  static func text(for shell: Shell) -> String {
    let script = CompletionShell(rawValue: shell.rawValue).map(GHSearchCommand.completionScript)
    return completed(script ?? "", for: shell)
  }

  /// The text for these arguments: the script with the lines, or the text itself if it is not a script.
  static func text(_ text: String, for arguments: [String]) -> String {
    guard arguments.first == "--generate-completion-script", arguments.count == 2,
      let shell = Shell(rawValue: arguments[1])
    else { return text }
    return completed(text, for: shell)
  }

  private static func completed(_ script: String, for shell: Shell) -> String {
    // As names of files, `vapor/vapor` would be listed as `vapor`.
    let script = script.replacing("complete -o filenames -F", with: "complete -F")
    let addition = addition(for: shell)
    guard let place = script.firstRange(of: addition.place) else { return script }
    return script.replacingCharacters(in: place, with: addition.lines + addition.place)
  }

  private static let commands = CommandName.allCases.map(\.rawValue) + ["help"]

  private struct Addition {
    /// The line of the script that the addition is inserted before.
    let place: String
    let lines: String
  }

  private static func addition(for shell: Shell) -> Addition {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

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
