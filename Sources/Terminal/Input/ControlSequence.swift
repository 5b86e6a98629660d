/// A parsed control sequence (ECMA-48, 5.4).
struct ControlSequence {
  /// `<`, `=`, `>` or `?`, which make a sequence private.
  let marker: UInt8?
  /// The parameters, split at colons; omitted ones are nil.
  let parameters: [[Int?]]
  let intermediates: ArraySlice<UInt8>
  let final: UInt8

  init(body: ArraySlice<UInt8>, final: UInt8) {
    let marker = body.first.flatMap { 0x3C...0x3F ~= $0 ? $0 : nil }
    let rest = marker == nil ? body : body.dropFirst()
    let numbers = rest.prefix { 0x30...0x3F ~= $0 }
    self.marker = marker
    self.final = final
    intermediates = rest[numbers.endIndex...]
    parameters =
      numbers.isEmpty
      ? []
      : numbers.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(
        Self.parts
      )
  }

  private static func parts(_ parameter: ArraySlice<UInt8>) -> [Int?] {
    parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(number)
  }

  /// Parses a number, capped above what terminals send.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty else { return nil }
    var number = 0
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      number = min(number * 10 + Int(digit - 0x30), 9_999_999)
    }
    return number
  }

  func number(_ index: Int) -> Int? {
    parameters.indices.contains(index) ? parameters[index].first ?? nil : nil
  }

  func part(_ index: Int, of parameter: Int) -> Int? {
    guard parameters.indices.contains(parameter), parameters[parameter].indices.contains(index)
    else { return nil }
    return parameters[parameter][index]
  }
}

extension ControlSequence {
  /// The sequence's event; nil if it is ignored.
  var event: InputEvent? {
    switch marker {
    case UInt8(ascii: "<"): mouse.map(InputEvent.mouse)
    case nil: plainEvent
    // Unsolicited replies from the terminal.
    default: nil
    }
  }

  private var plainEvent: InputEvent? {
    guard intermediates.isEmpty else { return nil }
    switch final {
    case UInt8(ascii: "R") where !isModifiedF3: return nil
    default: return key.map(InputEvent.key)
    }
  }

  /// Whether this is F3 with modifiers, which xterm sends like a cursor report from the first row.
  private var isModifiedF3: Bool {
    parameters.isEmpty || number(0) == 1 && 2...16 ~= number(1) ?? 0
  }

  // MARK: Mouse

  /// SGR encoding (xterm's mode 1006): `CSI < button ; column ; row M`, or `m` for a release.
  private var mouse: MouseEvent? {
    guard final == UInt8(ascii: "M"), let code = number(0), let action = Self.mouseAction(code),
      let column = number(1), let row = number(2), column > 0, row > 0
    else { return nil }
    return MouseEvent(action, at: ScreenPosition(column: column - 1, row: row - 1))
  }

  /// Bits 2 to 4 are modifiers.
  private static func mouseAction(_ code: Int) -> MouseEvent.Action? {
    switch code & ~0b1_1100 {
    case 0: .press
    case 64: .scrollUp
    case 65: .scrollDown
    default: nil
    }
  }
}

extension ControlSequence {
  /// The sequence's key; nil for a release, a lone modifier, or an unknown key.
  var key: Key? {
    // The kitty keyboard protocol reports releases as event 3.
    guard part(1, of: 1) != 3 else { return nil }
    switch final {
    case UInt8(ascii: "~"): return numbered
    case UInt8(ascii: "u"): return unicodeKey
    case UInt8(ascii: "Z"): return Key(.tab, modifiers.union(.shift))
    default: return Self.lettered[final].map { Key($0, modifiers) }
    }
  }

  /// xterm's modifiers, in the second parameter; 1 means none.
  private var modifiers: Key.Modifiers { Self.modifiers(number(1)) }

  private static func modifiers(_ parameter: Int?) -> Key.Modifiers {
    let bits = max((parameter ?? 1) - 1, 0)
    // Bit 5 is kitty's Meta, which is Alt on keyboards; bits 6 and 7 are locks.
    let meta: Key.Modifiers = bits & 0x20 == 0 ? [] : .alt
    return Key.Modifiers(rawValue: UInt8(truncatingIfNeeded: bits & 0x0F)).union(meta)
  }

  /// The keys whose sequences end in a letter, including after `ESC O`.
  static let lettered: [UInt8: Key.Code] = [
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
    case 1: .home
    case 2: .insert
    case 3: .delete
    case 4: .end
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
    if !modifiers.isDisjoint(with: [.control, .alt]), !Self.isLatin(code),
      let base = part(2, of: 0),
      0x21...0x7E ~= base
    {
      return Key(code: base, shifted: Self.shifted[base], modifiers)
    }
    return Key(code: code, shifted: part(1, of: 0), modifiers)
  }

  /// Whether a keyboard with this letter also has the letters of our commands.
  ///
  /// In another alphabet, Control and Alt apply to the key at the same position on a US keyboard,
  /// so that ^C is always in the same place.
  private static func isLatin(_ code: Int) -> Bool {
    0...0x24F ~= code || 0x1E00...0x1EFF ~= code
  }

  /// The shifted characters of a US keyboard's other keys.
  private static let shifted: [Int: Int] = Dictionary(
    uniqueKeysWithValues: zip("`1234567890-=[]\\;',./".utf8, "~!@#$%^&*()_+{}|:\"<>?".utf8).map {
      (Int($0), Int($1))
    }
  )
}
