package import Terminal

/// The command of each key.
package struct Keymap: Sendable, Equatable {
  private var commands: [Key: KeyCommand] = [:]
  /// The keys in the order of the help.
  private var keys: [KeyCommand: [Key]] = [:]
  /// The keys bound or unbound by the user.
  private var custom: Set<Key> = []
  /// The user's actions, in the order of the file.
  package internal(set) var actions: [UserAction] = []

  /// The default keys.
  package init() {
    for command in KeyCommand.allCases { bind(command, to: command.keys) }
    custom = []
  }

  /// A place in which some keys have another command.
  package enum Place: Sendable {
    case list, emptyQuery, details
  }

  /// The command of a key; nil if it has none.
  ///
  /// In the details, the keys of `less` take precedence over those of the list, unless the user has
  /// bound them to a command that works there. The other keys of the empty query apply unless the
  /// user has rebound them.
  package func command(for key: Key, in place: Place = .list) -> KeyCommand? {
    let command = commands[key]
    switch place {
    case .list: return command
    case .emptyQuery:
      return custom.contains(key) ? command : Self.emptyQueryCommands[key] ?? command
    case .details:
      guard let reading = Self.detailCommands[key] else { return command }
      if custom.contains(key), let command, !command.isEdit { return command }
      return reading
    }
  }

  /// The user's action for a key, in the list and the details.
  func action(for key: Key) -> UserAction? { actions.first { $0.keys.contains(key) } }

  private static let detailCommands = commands(of: \.detailKeys)
  private static let emptyQueryCommands = commands(of: \.emptyQueryKeys)

  private static func commands(of keys: (KeyCommand) -> [Key]) -> [Key: KeyCommand] {
    Dictionary(KeyCommand.allCases.flatMap { command in keys(command).map { ($0, command) } }) {
      first,
      _ in first
    }
  }

  /// The effect of a key on a line being typed; nil if it does not edit.
  package func edit(for key: Key) -> LineEditor.Action? {
    if let character = key.text { return .insert(String(character)) }
    if case .edit(let action)? = commands[key]?.action { return action }
    return nil
  }

  /// The keys of a command; the first one is shown in hints.
  package func keys(for command: KeyCommand, inDetails: Bool = false) -> [Key] {
    let keys = keys[command] ?? []
    guard inDetails else { return keys }
    let more = command.detailKeys.filter { !keys.contains($0) }
    return (keys + more).filter { self.command(for: $0, in: .details) == command }
  }

  /// A command's first key as people write it; nil if it has none.
  package func name(of command: KeyCommand, inDetails: Bool = false) -> String? {
    keys(for: command, inDetails: inDetails).first.map(KeyName.text)
  }

  /// Commands with their keys, such as `Enter save`; commands without a key are omitted.
  func hints(_ commands: [(KeyCommand, String)], inDetails: Bool = false) -> [String] {
    commands.compactMap { command, word in
      name(of: command, inDetails: inDetails).map { "\($0) \(word)" }
    }
  }

  /// Binds exactly these keys to a command; other commands lose them.
  package mutating func bind(_ command: KeyCommand, to new: [Key]) {
    custom.formUnion(keys(for: command) + new)
    for key in keys(for: command) { commands[key] = nil }
    for key in new {
      if let other = commands[key] { keys[other]?.removeAll { $0 == key } }
      commands[key] = command
    }
    keys[command] = new
  }
}
