import ArgumentParser
import Core
import GitHubModel
import Output
import Terminal

/// The command named by the arguments, and the words that name it.
struct CommandPath {
  /// The words, such as `["stars", "list"]`.
  private(set) var words: [String]
  private(set) var type: any ParsableCommand.Type
  /// The other commands of its group, such as `stars`.
  private(set) var siblings: [any ParsableCommand.Type] = []
  /// Whether only the group was named, whose default is this command.
  private(set) var isDefault = false
  private(set) var rest: ArraySlice<String>

  /// Finds the command; the search unless the first argument names a command.
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

  /// Whether the command takes operands, according to its usage.
  var takesOperand: Bool { type.configuration.usage?.contains("<") == true }

  /// The long options in the command's help, such as `--limit`, and those of every command.
  var options: [String] {
    [type, GHSearchCommand.self].flatMap { (type: any ParsableCommand.Type) in
      GHSearchCommand.helpMessage(for: type).split(separator: "\n")
        .filter { $0.hasPrefix("  -") }
        // Two spaces precede the description.
        .flatMap { $0.dropFirst(2).split(separator: "  ")[0].matches(of: /--[a-z][a-z-]*/) }
        .map { String($0.output) }
    }
  }

  /// The advice, such as `` see `ghsearch stars list --help` ``.
  var helpAdvice: String { "see `ghsearch \(words.joined(separator: " ")) --help`" }
}

extension CommandPath {
  /// Refuses `ghsearch help WORD …` if the words name no command: the parser would print the help
  /// of the whole program.
  static func checkHelp(_ arguments: [String]) throws(OperationFailure) {
    let words = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    let path = Self(words)
    guard let first = words.first else { return }
    if CommandName(rawValue: first) == nil {
      throw unknown(first, in: "", among: CommandName.allCases.map(\.rawValue))
    }
    if let word = path.rest.first {
      let names = path.siblings.map { $0._commandName }
      throw names.isEmpty
        ? unknown(word, in: "", among: CommandName.allCases.map(\.rawValue))
        : unknown(word, in: "\(first) ", among: names)
    }
  }

  /// `group` is the group followed by a blank; empty for the program itself.
  private static func unknown(
    _ word: String,
    in group: String,
    among names: [String]
  ) -> OperationFailure {
    let nearest = NearestWord.to(word, among: names)
    let why = "\"\(word.truncated(toWidth: 40))\" is not a command"
    let advice =
      nearest.map { "did you mean \($0)? See `ghsearch \(group)--help`" }
      ?? "commands: \(names.joined(separator: ", "))"
    return OperationFailure(.usage, "help", why, advice: advice)
  }
}
