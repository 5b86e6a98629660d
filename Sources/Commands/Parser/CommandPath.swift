import ArgumentParser
import Core
import GitHubModel
import Output
import Terminal

/// The command that arguments name, and the words that name it.
struct CommandPath {
  /// As in `["stars", "list"]`.
  private(set) var words: [String]
  private(set) var type: any ParsableCommand.Type
  /// The commands beside it, if it belongs to a group such as `stars`.
  private(set) var siblings: [any ParsableCommand.Type] = []
  /// Whether only the group was named, which stands for this command.
  private(set) var isDefault = false
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

  /// Whether the command takes more than flags, as its usage says.
  var takesOperand: Bool { type.configuration.usage?.contains("<") == true }

  /// The long options that the help of the command shows, as in `--limit`, and those of every command.
  var options: [String] {
    [type, GHSearchCommand.self].flatMap { (type: any ParsableCommand.Type) in
      GHSearchCommand.helpMessage(for: type).split(separator: "\n")
        .filter { $0.hasPrefix("  -") }
        // The description follows after two spaces.
        .flatMap { $0.dropFirst(2).split(separator: "  ")[0].matches(of: /--[a-z][a-z-]*/) }
        .map { String($0.output) }
    }
  }

  /// As in `` see `ghsearch stars list --help` ``.
  var helpAdvice: String { "see `ghsearch \(words.joined(separator: " ")) --help`" }
}

extension CommandPath {
  /// Refuses `ghsearch help WORD …` for words that do not name a command: the parser would print the
  /// help of the whole program.
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

  /// `group` is the command that has those, with a blank after it; empty for the program itself.
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
