package import Terminal

/// Keys as people write them: `Ctrl-S`, `Alt-S`, `Tab`, `PgUp`, `F1`; in files, in any case.
package enum KeyName {
  /// The key with this name; nil for an unknown name.
  package static func key(_ name: some StringProtocol) -> Key? {
    var modifiers: Key.Modifiers = []
    var rest = String(name)[...]
    while let prefix = prefixes.first(where: {
      rest.count > $0.text.count && rest.lowercased().hasPrefix($0.text)
    }) {
      modifiers.insert(prefix.modifier)
      rest = rest.dropFirst(prefix.text.count)
    }
    guard let code = code(rest) else { return nil }
    guard case .character(let character) = code else { return Key(code, modifiers) }
    let small = character.lowercased()
    return Key(modifiers.isEmpty || small.count > 1 ? character : Character(small), modifiers)
  }

  /// The name as written in the help: `Ctrl-S`, `Alt-Shift-X`, `Shift-Tab`.
  package static func text(_ key: Key) -> String {
    guard !key.modifiers.isEmpty else { return text(key.code) }
    var name = text(key.code)
    var modifiers = key.modifiers
    if case .character(let character) = key.code, character.isLetter {
      if character.isUppercase { modifiers.insert(.shift) }
      let capital = character.uppercased()
      if capital.count == 1 { name = capital }
    }
    let shown: [(Key.Modifiers, String)] = [
      (.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-"),
    ]
    return shown.filter { modifiers.contains($0.0) }.map(\.1).joined() + name
  }

  private static let prefixes: [(text: String, modifier: Key.Modifiers)] = [
    ("ctrl-", .control), ("control-", .control), ("c-", .control), ("^", .control),
    ("alt-", .alt), ("meta-", .alt), ("m-", .alt),
    ("shift-", .shift), ("s-", .shift),
  ]

  private static let names: [(name: String, code: Key.Code)] = [
    ("Enter", .enter), ("Tab", .tab), ("Backspace", .backspace), ("Del", .delete),
    ("Ins", .insert), ("Esc", .escape), ("↑", .up), ("↓", .down), ("←", .left), ("→", .right),
    ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PgDn", .pageDown),
    ("Space", .character(" ")),
  ]

  private static let otherNames: [String: Key.Code] = [
    "return": .enter, "delete": .delete, "insert": .insert, "escape": .escape, "up": .up,
    "down": .down, "left": .left, "right": .right, "pageup": .pageUp, "pagedown": .pageDown,
  ]

  private static func code(_ name: Substring) -> Key.Code? {
    let lower = name.lowercased()
    if let named = names.first(where: { $0.name.lowercased() == lower }) { return named.code }
    if let other = otherNames[lower] { return other }
    if lower.first == "f", let number = Int(lower.dropFirst()), 1...24 ~= number {
      return .function(number)
    }
    guard name.count == 1, let character = name.first, character.unicodeScalars.count == 1,
      !character.isWhitespace
    else { return nil }
    return .character(character)
  }

  private static func text(_ code: Key.Code) -> String {
    if let named = names.first(where: { $0.code == code }) { return named.name }
    return switch code {
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    default: ""
    }
  }
}
