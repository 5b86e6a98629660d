/// Parses bytes from a terminal, without state.
enum InputParser {
  /// An event, or nil for ignored bytes, and the number of bytes it takes.
  typealias Parsed = (event: InputEvent?, count: Int)

  private static let escape: UInt8 = 0x1B

  /// Parses the first event of non-empty bytes; nil if it needs more of them.
  static func first(in bytes: ArraySlice<UInt8>) -> Parsed? {
    switch bytes.first {
    case nil: nil
    case escape: sequence(bytes)
    case let byte? where byte < 0x20 || byte == 0x7F:
      (.key(Key(controlByte: byte)), 1)
    default: scalar(bytes)
    }
  }

  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Parsed? {
    let rest = bytes.dropFirst()
    switch rest.first {
    case nil: return nil
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "O"): return singleShift(bytes)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"): return reply(bytes)
    case escape:
      guard let third = rest.dropFirst().first else { return nil }
      // Before a cursor key it means Alt; otherwise it is a key.
      let isAlt = third == UInt8(ascii: "[") || third == UInt8(ascii: "O")
      return isAlt ? withAlt(rest) : (.key(Key(.escape)), 1)
    default: return withAlt(rest)
    }
  }

  /// Parses the key after an Escape that means Alt.
  private static func withAlt(_ rest: ArraySlice<UInt8>) -> Parsed? {
    guard let (event, count) = first(in: rest) else { return nil }
    guard case .key(let key)? = event else { return (event, count + 1) }
    return (.key(Key(key.code, key.modifiers.union(.alt))), count + 1)
  }

  // MARK: Sequences

  /// `ESC [`, parameters, and a final byte.
  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> Parsed? {
    let body = bytes.dropFirst(2)
    if body.first == UInt8(ascii: "[") { return linuxFunction(bytes) }
    guard let end = body.firstIndex(where: { !(0x20...0x3F ~= $0) }) else { return nil }
    let count = end - bytes.startIndex
    switch bytes[end] {
    case 0x40...0x7E where count < maxLength:
      return (ControlSequence(body: body[..<end], final: bytes[end]).event, count + 1)
    // CAN and SUB cancel a sequence.
    case 0x40...0x7E, 0x18, 0x1A: return (nil, count + 1)
    // A byte outside the sequence is parsed again.
    default: return (nil, count)
    }
  }

  /// The Linux console's F1 to F5: `ESC [ [ A` to `E`.
  private static func linuxFunction(_ bytes: ArraySlice<UInt8>) -> Parsed? {
    guard let letter = bytes.dropFirst(3).first else { return nil }
    guard 0x40...0x7E ~= letter else { return (nil, 3) }
    return (0x41...0x45 ~= letter ? .key(Key(.function(Int(letter) - 0x40))) : nil, 4)
  }

  /// `ESC O` and a letter: cursor and function keys, and the keypad.
  private static func singleShift(_ bytes: ArraySlice<UInt8>) -> Parsed? {
    guard let letter = bytes.dropFirst(2).first else { return nil }
    guard 0x40...0x7E ~= letter else { return (.key(.alt("O")), 2) }
    let key: Key? =
      switch letter {
      case UInt8(ascii: "M"): Key(.enter)
      case UInt8(ascii: "I"): Key(.tab)
      case UInt8(ascii: "X"): .character("=")
      case 0x6A...0x79: .character(Character(Unicode.Scalar(letter - 0x40)))
      default: ControlSequence.lettered[letter].map { Key($0) }
      }
    return (key.map(InputEvent.key), 3)
  }

  /// Parses OSC, DCS and APC, which are always replies, up to ST or BEL.
  private static func reply(_ bytes: ArraySlice<UInt8>) -> Parsed? {
    guard let introducer = bytes.dropFirst().first, let third = bytes.dropFirst(2).first else {
      return nil
    }
    guard beginsReply(third, introducer: introducer) else {
      return (.key(.alt(Character(Unicode.Scalar(introducer)))), 2)
    }
    guard let end = bytes.dropFirst(2).firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return nil
    }
    let count = end - bytes.startIndex
    switch bytes[end] {
    case 0x07, 0x18, 0x1A: return (nil, count + 1)
    case escape:
      guard let last = bytes.dropFirst(count + 1).first else { return nil }
      return (nil, last == UInt8(ascii: "\\") ? count + 2 : count)
    default: return (nil, count)
    }
  }

  /// Distinguishes a reply from Alt with a letter that precedes other keys.
  private static func beginsReply(_ byte: UInt8, introducer: UInt8) -> Bool {
    switch introducer {
    case UInt8(ascii: "]"): 0x30...0x39 ~= byte || byte == 0x6C || byte == 0x4C
    case UInt8(ascii: "P"): 0x21...0x3F ~= byte
    default: byte == UInt8(ascii: "G")
    }
  }

  // MARK: Text

  /// Parses a UTF-8 scalar, or U+FFFD for invalid bytes; C1 controls are not text.
  private static func scalar(_ bytes: ArraySlice<UInt8>) -> Parsed? {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    switch parser.parseScalar(from: &iterator) {
    case .emptyInput: return nil
    case .valid(let encoded):
      let scalar = Unicode.UTF8.decode(encoded)
      let isText = !(0x80..<0xA0 ~= scalar.value)
      return (isText ? .key(.character(Character(scalar))) : nil, encoded.count)
    case .error(let count):
      if count == bytes.count, let length = scalarLength(bytes), count < length { return nil }
      return (.key(.character("\u{FFFD}")), count)
    }
  }

  /// The byte length of a scalar with this first byte; nil if there is none.
  static func scalarLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    switch bytes.first {
    case (0x00...0x7F)?: 1
    case (0xC2...0xDF)?: 2
    case (0xE0...0xEF)?: 3
    case (0xF0...0xF4)?: 4
    default: nil
    }
  }
}

// MARK: - Unfinished input

extension InputParser {
  /// The maximum length of a sequence, longer than any terminal sends; longer ones are dropped.
  private static let maxLength = 256

  /// The bytes, truncated if a sequence does not end.
  static func shortened(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.count > maxLength ? Array(bytes.prefix(maxLength) + bytes.suffix(1)) : Array(bytes)
  }

  /// Whether the bytes are one or two Escapes.
  static func isEscapes(_ bytes: [UInt8]) -> Bool {
    bytes == [escape] || bytes == [escape, escape]
  }

  /// Whether the bytes look like the rest of a sequence whose Escape arrived earlier.
  static func isRestOfSequence(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
    let isCursorKey = bytes.count == 2 && ControlSequence.lettered[second] != nil
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "O") && isCursorKey
  }

  /// How long to wait for the rest of a sequence or scalar; nil for no limit.
  static func timeout(_ bytes: [UInt8], atLeast least: Duration) -> Duration? {
    let rest = bytes.drop { $0 == escape }
    let isSequence = bytes.first == escape && rest.count > 1
    return switch rest.first {
    case nil: nil
    // Users cannot type these: a truncated one is a terminal's reply, and its rest must not become
    // text.
    case UInt8(ascii: "[") where isSequence && rest.dropFirst().first != UInt8(ascii: "["): nil
    case UInt8(ascii: "]") where isSequence, UInt8(ascii: "P") where isSequence,
      UInt8(ascii: "_") where isSequence:
      .seconds(2)
    default: max(.milliseconds(500), least)
    }
  }

  /// The keys for bytes whose rest has not arrived; none for a truncated sequence.
  static func keys(ofUnfinished bytes: ArraySlice<UInt8>) -> [Key] {
    guard let first = bytes.first else { return [] }
    guard first == escape else { return [.character("\u{FFFD}")] }
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return [Key(.escape)] }
    if second == escape { return [Key(.escape)] + keys(ofUnfinished: rest) }
    if second >= 0x80 { return [.alt("\u{FFFD}")] }
    return rest.count == 1 ? [.alt(Character(Unicode.Scalar(second)))] : []
  }
}
