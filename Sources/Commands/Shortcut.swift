import ArgumentParser

/// What is asked for so plainly that the tree of all commands need not be built to see it.
///
/// Building it takes the parser longer than all else that these do. Whatever is not plain is left to
/// it, and the answers are the same.
enum Shortcut {
  /// The text for a lone `--version` or `--help`; nil for anything else.
  static func answer(to arguments: [String]) -> String? {
    switch arguments {
    case ["--version"]: GHSearchCommand.configuration.version + "\n"
    case ["--help"], ["-h"]: GHSearchCommand.helpMessage() + "\n"
    default: nil
    }
  }

  /// Whether one of the arguments stands for help or the version, wherever it stands.
  static func mayAskForHelp(_ arguments: [String]) -> Bool {
    arguments.contains { ["-h", "--help", "--version"].contains($0) }
  }

  /// Whether a word that stands first names a command, and is no search.
  ///
  /// Written out, because the parser's own list takes longer to make than a search to be read; a test
  /// compares the two.
  static func namesCommand(_ word: String?) -> Bool {
    switch word {
    case "auth", "doctor", "favorites", "help", "interactive", "open", "repl", "search", "star",
      "starred", "stars", "unstar", "view":
      true
    default: false
    }
  }

  /// The one command that the arguments name, and what is left of them for it; nil when only the
  /// parser can tell.
  static func command(
    in arguments: [String]
  ) -> (type: any ParsableCommand.Type, arguments: [String])? {
    guard let first = arguments.first, !first.hasPrefix("-"), first != "help" else { return nil }
    var type: any ParsableCommand.Type = GHSearchCommand.self
    var rest = arguments[...]
    while !type.configuration.subcommands.isEmpty {
      let configuration = type.configuration
      if let named = configuration.subcommands.first(where: { $0.isNamed(rest.first) }) {
        type = named
        rest.removeFirst()
      } else if let usual = configuration.defaultSubcommand {
        type = usual
      } else {
        return nil
      }
    }
    return (type, Array(rest))
  }
}

extension ParsableCommand {
  fileprivate static func isNamed(_ word: String?) -> Bool {
    guard let word else { return false }
    return configuration.commandName == word || configuration.aliases.contains(word)
  }
}
