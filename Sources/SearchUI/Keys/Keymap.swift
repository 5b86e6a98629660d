package import Terminal

/// The command of each key, for the screen and its help.
package struct Keymap: Sendable, Equatable {
  private var commands: [Key: KeyCommand] = [:]
  /// In the order of the help.
  private var keys: [KeyCommand: [Key]] = [:]

  /// The default keys.
  package init() {
    for command in KeyCommand.allCases { bind(command, to: command.keys) }
  }

  /// The command that a key has; nil for a key without one.
  package func command(for key: Key) -> KeyCommand? { commands[key] }

  /// The keys of a command, the first one shown in hints.
  package func keys(for command: KeyCommand) -> [Key] { keys[command] ?? [] }

  /// The first key of a command as people write it; nil where it has none.
  package func name(of command: KeyCommand) -> String? {
    keys(for: command).first.map(KeyName.text)
  }

  /// Binds exactly these keys to a command; other commands lose them.
  package mutating func bind(_ command: KeyCommand, to new: [Key]) {
    for key in keys(for: command) { commands[key] = nil }
    for key in new {
      if let other = commands[key] { keys[other]?.removeAll { $0 == key } }
      commands[key] = command
    }
    keys[command] = new
  }
}
