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

  /// What `search` gets when the arguments are a search, by its name or without a command; nil when
  /// only the parser can tell.
  static func search(in arguments: [String]) -> [String]? {
    guard let first = arguments.first, !first.hasPrefix("-") else { return nil }
    if first == SearchCommand.configuration.commandName { return Array(arguments.dropFirst()) }
    return commandNames.contains(first) ? nil : arguments
  }

  private static let commandNames: Set<String> = {
    let configurations = GHSearchCommand.configuration.subcommands.map { $0.configuration }
    return Set(configurations.flatMap { [$0.commandName ?? ""] + $0.aliases } + ["help"])
  }()
}
