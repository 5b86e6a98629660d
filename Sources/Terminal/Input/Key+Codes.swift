extension Key {
  /// A byte below the space, or DEL, as terminals have sent it since the VT100.
  init(controlByte byte: UInt8, isAlt: Bool) {
    let alt: Modifiers = isAlt ? .alt : []
    switch byte {
    case 0x08, 0x7F: self.init(.backspace, alt)
    case 0x09: self.init(.tab, alt)
    case 0x0D: self.init(.enter, alt)
    case 0x1B: self.init(.escape, alt)
    case 0x00: self.init(.character(" "), alt.union(.control))
    case 0x01...0x1A:
      self.init(.character(Character(Unicode.Scalar(byte + 0x60))), alt.union(.control))
    default: self.init(.character(Character(Unicode.Scalar(byte + 0x40))), alt.union(.control))
    }
  }

  /// A key by its code point, as the newer protocols send it.
  init?(code: Int, shifted: Int?, _ modifiers: Modifiers) {
    if let special = Self.special(code) {
      self.init(special, modifiers)
      return
    }
    guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value),
      scalar.properties.generalCategory != .control, !(0xE000...0xF8FF ~= value)
    else { return nil }
    let shiftedScalar = shifted.flatMap { UInt32(exactly: $0) }.flatMap(Unicode.Scalar.init)
    self = Self.character(scalar, shifted: shiftedScalar, modifiers)
  }

  /// Shift goes into the letter; with Control it stays beside the small one.
  private static func character(
    _ scalar: Unicode.Scalar,
    shifted: Unicode.Scalar?,
    _ modifiers: Modifiers
  ) -> Self {
    let character = Character(scalar)
    if modifiers.contains(.control), character.isLetter {
      return Self(.character(Self.changed(character) { $0.lowercased() }), modifiers)
    }
    guard modifiers.contains(.shift) else { return Self(.character(character), modifiers) }
    let upper = shifted.map(Character.init) ?? Self.changed(character) { $0.uppercased() }
    return Self(.character(upper), modifiers.subtracting(.shift))
  }

  /// The other case of a letter, where it is one letter too.
  private static func changed(_ character: Character, _ change: (Character) -> String) -> Character
  {
    let text = change(character)
    return text.unicodeScalars.count == 1 ? Character(text) : character
  }

  /// Keys without text, by their number in the kitty keyboard protocol.
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
