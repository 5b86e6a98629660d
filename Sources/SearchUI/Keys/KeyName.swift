package import Terminal

/// Keys as people write them: `^S`, `M-s`, `Tab`, `PgUp`, `F1`, and as files do: `ctrl-s`, `alt-s`.
package enum KeyName {
  /// The key of a name; nil for what names none.
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
    return canonical(code, modifiers)
  }

  /// Short, as in the help.
  package static func text(_ key: Key) -> String {
    let base = text(key.code)
    let shift = key.modifiers.contains(.shift) ? "S-" : ""
    let alt = key.modifiers.contains(.alt) ? "M-" : ""
    guard key.modifiers.contains(.control) else { return alt + shift + base }
    return alt + shift + (isLetter(key.code) ? "^" + base.uppercased() : "C-" + base)
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

  /// As the decoder tells them: Shift is in the letter, and Control comes with the small one.
  private static func canonical(_ code: Key.Code, _ modifiers: Key.Modifiers) -> Key {
    guard case .character(let character) = code else { return Key(code, modifiers) }
    if modifiers.contains(.control) { return Key(.character(lowercased(character)), modifiers) }
    guard modifiers.contains(.shift) else { return Key(code, modifiers) }
    let upper = character.uppercased()
    let shifted = upper.count == 1 ? Character(upper) : character
    return Key(.character(shifted), modifiers.subtracting(.shift))
  }

  private static func lowercased(_ character: Character) -> Character {
    let lower = character.lowercased()
    return lower.count == 1 ? Character(lower) : character
  }

  private static func text(_ code: Key.Code) -> String {
    if let named = names.first(where: { $0.code == code }) { return named.name }
    return switch code {
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    default: ""
    }
  }

  private static func isLetter(_ code: Key.Code) -> Bool {
    if case .character(let character) = code { character != " " } else { false }
  }
}
