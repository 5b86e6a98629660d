package import Essentials

/// A program's commands and flags, as ArgumentParser's `--experimental-dump-help` describes them.
package struct ToolDescription: Decodable, Sendable {
  package let command: Command

  package struct Command: Decodable, Sendable {
    package let commandName: String
    let superCommands: [String]?
    let shouldDisplay: Bool
    let abstract: String?
    let discussion: String?
    package let subcommands: [Command]?
    package let arguments: [Argument]?
  }

  package struct Argument: Decodable, Sendable {
    enum Kind: String, Decodable {
      case positional
      case option
      case flag
    }

    package struct Name: Decodable, Sendable {
      enum Kind: String, Decodable {
        case long
        case short
        case longWithSingleDash
      }

      let kind: Kind
      let name: String

      /// The name with its dashes.
      package var text: String { (kind == .long ? "--" : "-") + name }
    }

    let kind: Kind
    let shouldDisplay: Bool
    let sectionTitle: String?
    let isOptional: Bool
    let isRepeating: Bool
    package let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
    let discussion: String?
  }

  /// Parses the dump.
  package init(json: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: json)
  }
}

extension ToolDescription.Command {
  /// The command as typed, including the program's name.
  package var path: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

  /// Its visible subcommands, each followed by its own.
  package var descendants: [Self] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
      .flatMap { [$0] + $0.descendants }
  }

  /// The visible arguments except help and version, which every command has.
  package var ownArguments: [ToolDescription.Argument] {
    (arguments ?? []).filter { argument in
      let names = (argument.names ?? []).map(\.name)
      return argument.shouldDisplay && !names.contains("help") && !names.contains("version")
    }
  }
}
