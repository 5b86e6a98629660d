/// A key with its modifiers.
///
/// A key has the same value however a terminal sends it. Shift changes the letter, and is a
/// modifier only with Control, which always has the lowercase letter. Ctrl-H is Backspace because
/// terminals send the same byte for both; so are the other keys that share a byte.
package struct Key: Sendable, Hashable {
  /// The key without its modifiers.
  package enum Code: Sendable, Hashable {
    /// A Unicode scalar; a letter with combining marks may arrive as several keys.
    case character(Character)
    case enter, tab, backspace, delete, insert, escape, up, down, left, right, home, end, pageUp
    case pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    // The bits of xterm and the kitty keyboard protocol, without the 1 that they add.
    package static let shift = Self(rawValue: 1 << 0)
    package static let alt = Self(rawValue: 1 << 1)
    package static let control = Self(rawValue: 1 << 2)
    package static let command = Self(rawValue: 1 << 3)
  }

  package let code: Code
  package let modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  package static func character(_ character: Character) -> Self { Self(.character(character)) }
  package static func control(_ character: Character) -> Self {
    Self(.character(character), .control)
  }
  package static func alt(_ character: Character) -> Self { Self(.character(character), .alt) }

  /// The text that the key types; nil for other keys.
  package var text: Character? {
    guard case .character(let character) = code, modifiers.isEmpty else { return nil }
    return character
  }
}

extension Key {
  /// Decodes a byte below space, or DEL, as terminals have sent it since the VT100.
  init(controlByte byte: UInt8) {
    switch byte {
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    case 0x0D: self.init(.enter)
    case 0x1B: self.init(.escape)
    case 0x00: self = .control(" ")
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    default: self = .control(Character(Unicode.Scalar(byte + 0x40)))
    }
  }

  /// Creates a key from a character; Shift changes the letter, except with Control.
  package init(_ character: Character, shifted: Character? = nil, _ modifiers: Modifiers) {
    var (character, modifiers) = (character, modifiers)
    if modifiers.contains(.control), character.isLetter {
      character = Self.changed(character) { $0.lowercased() }
    } else if modifiers.contains(.shift) {
      character = shifted ?? Self.changed(character) { $0.uppercased() }
      modifiers.remove(.shift)
    }
    let named = modifiers.isDisjoint(with: [.shift, .command]) ? Self.named(character) : nil
    if modifiers.contains(.control), let named {
      self.init(named.code, named.modifiers.union(modifiers.subtracting(.control)))
    } else {
      self.init(.character(character), modifiers)
    }
  }

  /// The key that sends the same byte as Control with this character, where keys are bytes.
  private static func named(_ character: Character) -> Key? {
    switch character {
    case "h", "?": Key(.backspace)
    case "i": Key(.tab)
    case "m": Key(.enter)
    case "[": Key(.escape)
    case "@": .control(" ")
    case "/": .control("_")
    default: nil
    }
  }

  /// Creates a key from its code point in the newer protocols.
  init?(code: Int, shifted: Int?, _ modifiers: Modifiers) {
    if let special = Self.special(code) {
      self.init(special, modifiers)
      return
    }
    guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value),
      scalar.properties.generalCategory != .control, !(0xE000...0xF8FF ~= value)
    else { return nil }
    let shiftedScalar = shifted.flatMap { UInt32(exactly: $0) }.flatMap(Unicode.Scalar.init)
    self.init(Character(scalar), shifted: shiftedScalar.map(Character.init), modifiers)
  }

  /// A letter in the other case, if that is a single letter.
  private static func changed(_ character: Character, _ change: (Character) -> String) -> Character
  {
    let text = change(character)
    return text.unicodeScalars.count == 1 ? Character(text) : character
  }

  /// The keys without text, by their number in the kitty keyboard protocol.
  private static func special(_ code: Int) -> Code? {
    switch code {
    case 9: .tab
    case 13, 57414: .enter
    case 27: .escape
    case 8, 127: .backspace
    case 57376...57398: .function(code - 57376 + 13)
    case 57399...57408: .character(Character(Unicode.Scalar(UInt8(code - 57399 + 0x30))))
    default: keypad[code]
    }
  }

  private static let keypad: [Int: Code] = [
    57409: .character("."), 57410: .character("/"), 57411: .character("*"),
    57412: .character("-"), 57413: .character("+"), 57415: .character("="),
    57416: .character(","), 57417: .left, 57418: .right, 57419: .up, 57420: .down,
    57421: .pageUp, 57422: .pageDown, 57423: .home, 57424: .end, 57425: .insert, 57426: .delete,
  ]
}

/// Decoded input from a terminal.
package enum InputEvent: Sendable, Hashable {
  case key(Key)
  /// Pasted text as one line: line breaks and tabs become spaces, and other controls are removed.
  case paste(String)
  case mouse(MouseEvent)
}

package struct MouseEvent: Sendable, Hashable {
  package enum Action: Sendable, Hashable {
    /// A press of the left button; other buttons are ignored.
    case press
    case scrollUp, scrollDown
  }

  package let action: Action
  package let position: ScreenPosition

  package init(_ action: Action, at position: ScreenPosition) {
    self.action = action
    self.position = position
  }
}
