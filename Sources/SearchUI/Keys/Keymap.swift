package import Terminal

/// Which key does what: data, which the screen obeys and the help shows.
package struct Keymap: Sendable, Equatable {
  private var commands: [Key: KeyCommand] = [:]
  /// In the order in which they were given, which is that of the help.
  private var keys: [KeyCommand: [Key]] = [:]

  package init(_ bindings: [(KeyCommand, [Key])] = Keymap.defaults) {
    for (command, keys) in bindings { bind(command, to: keys) }
  }

  package func command(for key: Key) -> KeyCommand? { commands[key] }

  package func keys(for command: KeyCommand) -> [Key] { keys[command] ?? [] }

  /// The first key of a command as people write it; nil where it has none.
  package func name(of command: KeyCommand) -> String? {
    keys(for: command).first.map(KeyName.text)
  }

  /// Gives a command these keys alone; what they did before is not done by them any more.
  package mutating func bind(_ command: KeyCommand, to new: [Key]) {
    for key in keys(for: command) { commands[key] = nil }
    for key in new {
      if let other = commands[key] { keys[other]?.removeAll { $0 == key } }
      commands[key] = command
    }
    keys[command] = new
  }
}
