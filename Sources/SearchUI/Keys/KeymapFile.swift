import Terminal

/// Parses `keys.toml`, using the part of TOML needed for keys and programs.
///
/// ```toml
/// # A line is a command and its key, or its keys.
/// toggle-star = "ctrl-t"
/// page-down = ["pgdn", "ctrl-v"]
/// copy-url = []                 # no key at all
///
/// [actions.tokei]               # runs a program
/// key = "alt-t"
/// run = ["sh", "-c", 'tokei "$1" | less', "sh", "{name}"]
/// ```
///
/// The only syntax is comments, blank lines, `[actions.NAME]` and `name = value`, where the strings
/// in a value are in double or single quotes, without escapes and on one line. A command that is
/// named has exactly these keys; others keep theirs. Ctrl-C always quits.
package enum KeymapFile {
  /// A mistake in a line of the file.
  package struct Mistake: Error, Sendable, Equatable {
    /// The line number, from 1.
    package let line: Int
    package let reason: String
  }

  /// - Throws: ``Mistake`` for the first invalid line.
  package static func read(_ text: String) throws(Mistake) -> Keymap {
    var reader = KeymapReader()
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      try reader.take(line)
    }
    try reader.endAction()
    return reader.keymap
  }
}

/// Parses `keys.toml` line by line.
private struct KeymapReader {
  private(set) var keymap = Keymap()
  private var line = 0
  /// The lines on which names were set and keys bound.
  private var setOn: [String: Int] = [:]
  private var takenOn: [Key: Int] = [:]
  /// The action whose lines follow, and its first line.
  private var action: (value: UserAction, line: Int)?

  private func mistake(_ reason: String, line: Int? = nil) -> KeymapFile.Mistake {
    KeymapFile.Mistake(line: line ?? self.line, reason: reason)
  }

  mutating func take(_ text: Substring) throws(KeymapFile.Mistake) {
    line += 1
    var rest = text.drop(while: \.isWhitespace)
    if rest.isEmpty || rest.first == "#" { return }
    if rest.first == "[" { return try beginAction(rest) }
    let name = rest.prefix { $0.isLetter || $0 == "-" }
    rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
    guard rest.first == "=" else { throw mistake("expected: name = \"key\"") }
    if action != nil { return try set(name, to: rest.dropFirst()) }
    guard let command = KeyCommand(name: name) else {
      throw mistake("unknown command \(Self.shown(name))")
    }
    let keys = try keys(rest.dropFirst())
    guard command != .quit || keys.contains(Self.quitKey) else {
      throw mistake("quit must include ctrl-c")
    }
    guard command == .quit || !keys.contains(Self.quitKey) else {
      throw mistake("ctrl-c always quits")
    }
    try claim(command.name, keys)
    keymap.bind(command, to: keys)
  }

  private static let quitKey = Key.control("c")

  /// Records that this line sets a name and binds its keys.
  private mutating func claim(
    _ name: String,
    _ keys: [Key] = []
  ) throws(KeymapFile.Mistake) {
    if let before = setOn.updateValue(line, forKey: name) {
      throw mistake("\(name) is already set on line \(before)")
    }
    for key in keys {
      if let before = takenOn.updateValue(line, forKey: key) {
        throw mistake("\(KeyName.text(key)) is already bound on line \(before)")
      }
    }
  }
}

// MARK: - Actions

extension KeymapReader {
  private mutating func beginAction(_ text: Substring) throws(KeymapFile.Mistake) {
    try endAction()
    guard let match = try? /\[actions\.([A-Za-z0-9_-]+)\]\s*(#.*)?/.wholeMatch(in: text) else {
      throw mistake("expected: [actions.NAME]")
    }
    action = (UserAction(name: String(match.1)), line)
    try claim("actions.\(match.1)")
  }

  /// Finishes the current action, if there is one.
  mutating func endAction() throws(KeymapFile.Mistake) {
    guard let (value, line) = action.take() else { return }
    if value.words.isEmpty { throw mistake("actions.\(value.name) has no run", line: line) }
    keymap.actions.append(value)
  }

  private mutating func set(
    _ name: Substring,
    to value: Substring
  ) throws(KeymapFile.Mistake) {
    switch name {
    case "key":
      let keys = try keys(value)
      for key in keys {
        if let command = keymap.command(for: key) {
          throw mistake("\(KeyName.text(key)) is the key of \(command.name)")
        }
      }
      try claim("actions.\(action?.value.name ?? "").key", keys)
      action?.value.keys = keys
    case "run":
      guard let (strings, isList) = Self.strings(value),
        let first = strings.first, first.contains(where: { !$0.isWhitespace })
      else { throw mistake("expected a program in quotes") }
      try claim("actions.\(action?.value.name ?? "").run")
      let words = isList ? strings : first.split(whereSeparator: \.isWhitespace)
      action?.value.words = words.map(String.init)
      if let unknown = action?.value.unknownPlaceholder {
        let known = UserAction.placeholders.map { "{\($0.name)}" }.joined(separator: ", ")
        throw mistake("unknown placeholder \(Self.shown(unknown)); use \(known)")
      }
    default: throw mistake("unknown setting \(Self.shown(name)); use key and run")
    }
  }
}

// MARK: - Values

extension KeymapReader {
  private func keys(_ value: Substring) throws(KeymapFile.Mistake) -> [Key] {
    guard let (names, _) = Self.strings(value) else { throw mistake("expected a key in quotes") }
    return try names.map { (name) throws(KeymapFile.Mistake) in
      guard let key = KeyName.key(name) else { throw mistake("unknown key \(Self.shown(name))") }
      guard key.text == nil else {
        throw mistake("\(Self.shown(name)) is a character; add ctrl- or alt-")
      }
      return key
    }
  }

  /// A quoted string, or a list of them; nil for anything else.
  private static func strings(_ value: Substring) -> (strings: [Substring], isList: Bool)? {
    var strings: [Substring] = []
    /// The value with `s` for each string, such as `[s,s]`.
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
    guard ["s", "[\(list)]", "[\(list),]"].contains(form) else { return nil }
    return (strings, form != "s")
  }

  private static func shown(_ text: some StringProtocol) -> String {
    "“\(SafeText(String(text), longest: 40).description)”"
  }
}
