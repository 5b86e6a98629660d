package import Terminal

/// The command of each key.
package struct Keymap: Sendable, Equatable {
  private var commands: [Key: KeyCommand] = [:]
  /// In the order of the help.
  private var keys: [KeyCommand: [Key]] = [:]
  private var custom: Set<Key> = []

  /// The default keys.
  package init() {
    for command in KeyCommand.allCases { bind(command, to: command.keys) }
    custom = []
  }

  /// The command that a key has; nil for a key without one.
  ///
  /// In the details, keys of `less` go before those of the list, unless the user has bound them to something that can be
  /// done there.
  package func command(for key: Key, inDetails: Bool = false) -> KeyCommand? {
    let command = commands[key]
    guard inDetails, let reading = Self.detailCommands[key] else { return command }
    if custom.contains(key), let command, !command.isEdit { return command }
    return reading
  }

  private static let detailCommands = Dictionary(
    KeyCommand.allCases.flatMap { command in command.detailKeys.map { ($0, command) } }
  ) { first, _ in first }

  /// The effect of a key on a line that is typed; nil for one that does not edit.
  package func edit(for key: Key) -> LineEditor.Action? {
    if let character = key.text { return .insert(String(character)) }
    if case .edit(let action)? = commands[key]?.action { return action }
    return nil
  }

  /// The keys of a command, the first one shown in hints.
  package func keys(for command: KeyCommand, inDetails: Bool = false) -> [Key] {
    let keys = keys[command] ?? []
    guard inDetails else { return keys }
    let more = command.detailKeys.filter { !keys.contains($0) }
    return (keys + more).filter { self.command(for: $0, inDetails: true) == command }
  }

  /// The first key of a command as people write it; nil if it has none.
  package func name(of command: KeyCommand, inDetails: Bool = false) -> String? {
    keys(for: command, inDetails: inDetails).first.map(KeyName.text)
  }

  /// Commands with their keys, as in `Enter save`; those without a key are left out.
  func hints(_ commands: [(KeyCommand, String)], inDetails: Bool = false) -> [String] {
    commands.compactMap { command, word in
      name(of: command, inDetails: inDetails).map { "\($0) \(word)" }
    }
  }

  /// Binds exactly these keys to a command; other commands lose them.
  package mutating func bind(_ command: KeyCommand, to new: [Key]) {
    for key in keys(for: command) { commands[key] = nil }
    for key in new {
      if let other = commands[key] { keys[other]?.removeAll { $0 == key } }
      commands[key] = command
    }
    keys[command] = new
    custom.formUnion(new)
  }
}

// MARK: - The file

/// Reads `keys.toml`: the part of TOML that a list of keys needs.
///
/// ```toml
/// # A line is a command and its key, or its keys.
/// toggle-star = "ctrl-t"
/// page-down = ["pgdn", "ctrl-v"]
/// copy-url = []                 # no key at all
/// ```
///
/// Comments, blank lines, and `name = value` are all there is, where the strings in a value are in double
/// or single quotes, without escapes and on one line. A command that is named has exactly these keys, the
/// others keep theirs. Ctrl-C always quits.
package enum KeymapFile {
  /// A mistake in a line of the file.
  package struct Mistake: Error, Sendable, Equatable {
    /// Counted from 1.
    package let line: Int
    package let reason: String
  }

  /// - Throws: ``Mistake`` for the first line that cannot be taken.
  package static func read(_ text: String) throws(Mistake) -> Keymap {
    var keymap = Keymap()
    var takenOn: [Key: Int] = [:]
    var namedOn: [KeyCommand: Int] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let number = index + 1
      guard let (command, keys) = try entry(line, number) else { continue }
      if let before = namedOn.updateValue(number, forKey: command) {
        throw Mistake(line: number, reason: "\(command.name) is already set on line \(before)")
      }
      for key in keys {
        if let before = takenOn.updateValue(number, forKey: key) {
          throw Mistake(
            line: number,
            reason: "\(KeyName.text(key)) is already bound on line \(before)"
          )
        }
      }
      keymap.bind(command, to: keys)
    }
    return keymap
  }

  private static func entry(
    _ line: Substring,
    _ number: Int
  ) throws(Mistake) -> (KeyCommand, [Key])? {
    var rest = line.drop(while: \.isWhitespace)
    if rest.isEmpty || rest.first == "#" { return nil }
    let name = rest.prefix { $0.isLetter || $0 == "-" }
    rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
    guard rest.first == "=" else {
      throw Mistake(line: number, reason: "expected: name = \"key\"")
    }
    guard let command = KeyCommand(name: name) else {
      throw Mistake(line: number, reason: "unknown command \(shown(name))")
    }
    guard let names = strings(rest.dropFirst()) else {
      throw Mistake(line: number, reason: "expected a key in quotes")
    }
    let keys = try names.map { (name) throws(Mistake) in try key(name, number) }
    try checkQuit(command, keys, number)
    return (command, keys)
  }

  /// A text in quotes, or a list of them; nil for anything else.
  private static func strings(_ value: Substring) -> [Substring]? {
    var strings: [Substring] = []
    /// The value with `s` for each text, as in `[s,s]`.
    var form = ""
    var rest = value.drop(while: \.isWhitespace)
    while let first = rest.first, first != "#" {
      rest = rest.dropFirst()
      if first == "\"" || first == "'" {
        let string = rest.prefix { $0 != first }
        guard string.endIndex < rest.endIndex else { return nil }
        strings.append(string)
        rest = rest[string.endIndex...].dropFirst()
      }
      form.append("\"'".contains(first) ? "s" : first)
      rest = rest.drop(while: \.isWhitespace)
    }
    let list = strings.map { _ in "s" }.joined(separator: ",")
    return ["s", "[\(list)]", "[\(list),]"].contains(form) ? strings : nil
  }

  /// ^C always quits.
  private static func checkQuit(
    _ command: KeyCommand,
    _ keys: [Key],
    _ number: Int
  ) throws(Mistake) {
    let hasQuitKey = keys.contains(.control("c"))
    guard command != .quit || hasQuitKey else {
      throw Mistake(line: number, reason: "quit must include ctrl-c")
    }
    guard command == .quit || !hasQuitKey else {
      throw Mistake(line: number, reason: "ctrl-c always quits")
    }
  }

  private static func key(_ name: Substring, _ number: Int) throws(Mistake) -> Key {
    guard let key = KeyName.key(name) else {
      throw Mistake(line: number, reason: "unknown key \(shown(name))")
    }
    guard key.text == nil else {
      throw Mistake(line: number, reason: "\(shown(name)) is a character; add ctrl- or alt-")
    }
    return key
  }

  private static func shown(_ text: Substring) -> String {
    "“\(SafeText(text, longest: 40).description)”"
  }
}
