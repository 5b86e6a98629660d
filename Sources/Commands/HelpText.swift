import ArgumentParser
import Terminal

/// The parts of the help texts that several commands share, and the order of their sections.
///
/// The discussion of a command ends with the sections that belong after its flags, the first of which is
/// `EXAMPLES:`. ArgumentParser prints a discussion before the flags, so they are moved.
enum HelpText {
  /// The help with the sections from `EXAMPLES:` on at its end; a text without them is not changed.
  static func arranged(_ help: String) -> String {
    guard let start = help.firstRange(of: "\n\nEXAMPLES:\n"),
      let end = help.firstRange(of: "\n\nUSAGE: "), start.lowerBound < end.lowerBound
    else { return help }
    let sections = help[start.lowerBound..<end.lowerBound]
    let flags = help[end.lowerBound...].reversed().drop(while: \.isNewline).reversed()
    return String(help[..<start.lowerBound]) + String(flags) + sections
  }

  /// The names that `--json`, `--jsonl` and `--csv` take.
  static let fields = "JSON FIELDS:\n" + lines(RepositoryField.allCases.map(\.rawValue))

  static let environment = """
    ENVIRONMENT:
      GHSEARCH_TOKEN          token for the configured API
      GH_TOKEN, GITHUB_TOKEN  token for github.com only
      GH_HOST                 GitHub Enterprise host
      GHSEARCH_API_URL        base URL of another API
      BROWSER                 browser for web pages
      GHSEARCH_PAGER, PAGER   pager for long output
      NO_COLOR                turns color off
    """

  static let exitStatus = """
    EXIT STATUS:
      0   success, even if nothing matches
      1   no: not starred (starred), or not confirmed (stars prune, lists)
      3   not found
      4   not signed in, or GitHub rejected the token
      5   permission denied
      6   rate limit exceeded
      7   network error
      8   unusable response
      9   local file error
      10  partial success
      11  output could not be written
      64  usage error, or GitHub rejected the query
    """

  static let tokens = """
    ENVIRONMENT:
      GHSEARCH_TOKEN          token for the configured API
      GH_TOKEN, GITHUB_TOKEN  token for github.com only
      GH_ENTERPRISE_TOKEN     token for the host in GH_HOST only

    EXIT STATUS:
      0   GitHub accepts the token
      4   not signed in, or GitHub rejected the token
    """

  /// Indented lines of names with commas between them, which fit 80 columns.
  private static func lines(_ names: [String]) -> String {
    var lines = ["  " + (names.first ?? "")]
    for name in names.dropFirst() {
      let last = lines[lines.count - 1]
      if last.count + name.count + 3 < longestLine {
        lines[lines.count - 1] = "\(last), \(name)"
      } else {
        lines[lines.count - 1] += ","
        lines.append("  \(name)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let longestLine = 79
}

/// The command that arguments name, and the words that name it.
struct CommandPath {
  /// As in `["stars", "list"]`.
  private(set) var words: [String]
  private(set) var type: any ParsableCommand.Type
  /// The commands beside it, if it belongs to a group such as `stars`.
  private(set) var siblings: [any ParsableCommand.Type] = []
  /// Whether only the group was named, so that this is the command that the group stands for.
  private(set) var isDefault = false
  /// The arguments after the words.
  private(set) var rest: ArraySlice<String>

  /// The search, unless the first argument is the name of a command.
  init(_ arguments: [String]) {
    let named = arguments.first.flatMap(CommandName.init)
    words = [(named ?? .search).rawValue]
    type = (named ?? .search).type
    rest = named == nil ? arguments[...] : arguments.dropFirst()
    while !type.configuration.subcommands.isEmpty {
      siblings = type.configuration.subcommands
      if let named = siblings.first(where: { $0._commandName == rest.first }) {
        type = named
        rest.removeFirst()
      } else if let standard = type.configuration.defaultSubcommand {
        type = standard
        isDefault = true
      } else {
        return
      }
      words.append(type._commandName)
    }
  }

  /// The long names of its options, without dashes.
  var optionNames: [String] {
    GHSearchCommand.helpMessage(for: type).split(separator: "\n")
      .map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("-") }
      .flatMap { line in
        line.split { " ,/".contains($0) }.prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
      }
      .filter { $0.hasPrefix("--") }
      .map { String($0.dropFirst(2)) }
  }

  /// As in `` see `ghsearch stars list --help` ``.
  var helpAdvice: String { "see `ghsearch \(words.joined(separator: " ")) --help`" }
}

extension CommandPath {
  /// Refuses `ghsearch help WORD …` for words that do not name a command: the parser would print the
  /// help of the whole program.
  static func checkHelp(_ arguments: [String]) throws(CommandFailure) {
    let words = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    let path = Self(words)
    guard let first = words.first else { return }
    if CommandName(rawValue: first) == nil {
      throw unknown(first, among: CommandName.allCases.map(\.rawValue))
    }
    if let word = path.rest.first {
      let names = path.siblings.map { $0._commandName }
      throw unknown(word, among: names.isEmpty ? CommandName.allCases.map(\.rawValue) : names)
    }
  }

  private static func unknown(_ word: String, among names: [String]) -> CommandFailure {
    let nearest = NearestWord.to(word, among: names)
    let why = "\"\(word.truncated(toWidth: 40))\" is not a command"
    let advice =
      nearest.map { "did you mean \($0)? See `ghsearch --help`" }
      ?? "commands: \(names.joined(separator: ", "))"
    return CommandFailure(.usage, "help", why, advice: advice)
  }
}
