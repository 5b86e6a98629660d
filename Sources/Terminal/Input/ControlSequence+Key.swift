extension ControlSequence {
  /// The key that the sequence stands for; nil for a release, a lone modifier, or none we know.
  var key: Key? {
    // The kitty keyboard protocol reports releases as event 3.
    guard part(1, of: 1) != 3 else { return nil }
    switch final {
    case UInt8(ascii: "~"): return numbered
    case UInt8(ascii: "u"): return unicodeKey
    case UInt8(ascii: "Z"): return Key(.tab, modifiers.union(.shift))
    default: break
    }
    if let code = Self.lettered[final] { return Key(code, modifiers) }
    return rxvtShifted ?? rxvtNumbered
  }

  /// xterm's modifiers: a second parameter, of which 1 stands for none.
  private var modifiers: Key.Modifiers { Self.modifiers(number(1)) }

  private static func modifiers(_ parameter: Int?) -> Key.Modifiers {
    let bits = max((parameter ?? 1) - 1, 0)
    // Bit 5 is kitty's Meta, which keyboards have as Alt; bits 6 and 7 are locks.
    let meta: Key.Modifiers = bits & 0x20 == 0 ? [] : .alt
    return Key.Modifiers(rawValue: UInt8(truncatingIfNeeded: bits & 0x0F)).union(meta)
  }

  private static let lettered: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  // MARK: CSI number ~

  private var numbered: Key? {
    guard let number = number(0) else { return nil }
    // modifyOtherKeys: CSI 27 ; modifiers ; character ~
    if number == 27 { return self.number(2).flatMap { Key(code: $0, shifted: nil, modifiers) } }
    return Self.code(numbered: number).map { Key($0, modifiers) }
  }

  private static func code(numbered number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  // MARK: The kitty keyboard protocol

  /// `CSI code : shifted : base ; modifiers : event u`.
  private var unicodeKey: Key? {
    guard let code = number(0) else { return nil }
    return Key(code: code, shifted: part(1, of: 0), modifiers)
  }

  // MARK: rxvt

  /// `CSI a` to `d`: arrows with Shift.
  var rxvtShifted: Key? {
    guard parameters.isEmpty, let code = Self.rxvtArrows[final] else { return nil }
    return Key(code, .shift)
  }

  static let rxvtArrows: [UInt8: Key.Code] = [
    UInt8(ascii: "a"): .up, UInt8(ascii: "b"): .down,
    UInt8(ascii: "c"): .right, UInt8(ascii: "d"): .left,
  ]

  /// `CSI number $`, `^` or `@` for Shift, Control, or both.
  private var rxvtNumbered: Key? {
    let modifiers: Key.Modifiers? =
      switch final {
      case UInt8(ascii: "$"): .shift
      case UInt8(ascii: "^"): .control
      case UInt8(ascii: "@"): [.shift, .control]
      default: nil
      }
    guard let modifiers, parameters.count == 1, let number = number(0) else { return nil }
    return Self.code(numbered: number).map { Key($0, modifiers) }
  }
}

/// Keys behind `ESC O`: cursor and function keys, and the keypad.
enum SingleShift {
  static func isCursorOrFunctionKey(_ byte: UInt8) -> Bool {
    [0x41...0x44, 0x46...0x46, 0x48...0x48, 0x50...0x53].contains { $0.contains(byte) }
  }

  /// The digits before the letter are old xterm's modifiers.
  static func key(final: UInt8, digits: [UInt8]) -> Key? {
    if digits.isEmpty {
      if let code = ControlSequence.rxvtArrows[final] { return Key(code, .control) }
      if final == UInt8(ascii: "M") { return Key(.enter) }
      if 0x6A...0x79 ~= final { return Key(.character(Character(Unicode.Scalar(final - 0x40)))) }
      if final == UInt8(ascii: "I") { return Key(.tab) }
      if final == UInt8(ascii: "X") { return .character("=") }
    }
    let parameters = Array("1;".utf8) + digits
    let sequence = ControlSequence(body: digits.isEmpty ? [] : parameters[...], final: final)
    return isCursorOrFunctionKey(final) ? sequence.key : nil
  }
}
