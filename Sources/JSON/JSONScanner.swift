/// The limits for reading a JSON document.
///
/// Values are limited because a few bytes of text become a node each, and strings because each is
/// copied.
package struct JSONLimits: Sendable {
  /// The maximum nesting of objects and arrays.
  package let depth: Int
  /// The maximum number of values, not counting keys.
  package let values: Int
  /// The maximum length of a string in bytes, between the quotes and with escapes as written.
  package let string: Int

  package init(depth: Int, values: Int, string: Int) {
    self.depth = depth
    self.values = values
    self.string = string
  }

  /// The limits for responses and files: a full page of repositories has about 12,000 values, and a
  /// README in base64 takes up to 1.4 MB.
  package static let document = JSONLimits(depth: 64, values: 100_000, string: 4 << 20)
}

/// The reason why a document was rejected.
package enum JSONSyntaxError: Error {
  case tooDeep
  case tooManyValues
  case tooLongString
  /// It contains a zero byte: UTF-16, UTF-32, or binary data. JSON between systems is UTF-8 (RFC 8259).
  case notText
  /// It is not JSON, or is truncated.
  case malformed
}

/// Finds the values of a JSON document.
///
/// It is strict: no trailing commas, no comments, and only white space around the single value.
struct JSONScanner {
  private let bytes: [UInt8]
  private let limits: JSONLimits
  private var position = 0
  private var depth = 0
  private var valueCount = 0
  private var nodes: [JSONElement.Node] = []

  init(_ bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func scan() throws(JSONSyntaxError) -> [JSONElement.Node] {
    guard bytes.count < UInt32.max else { throw .tooLongString }
    nodes.reserveCapacity(min(bytes.count / 16, 2 * limits.values))
    do throws(JSONSyntaxError) {
      skipByteOrderMark()
      try scanValue()
      guard nextMark() == nil else { throw .malformed }
    } catch .malformed {
      throw bytes.contains(0) ? .notText : .malformed
    }
    return nodes
  }

  /// Skips U+FEFF at the start, which RFC 8259 (section 8.1) allows readers to ignore.
  private mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }
}

// MARK: Values

extension JSONScanner {
  private mutating func scanValue() throws(JSONSyntaxError) {
    valueCount += 1
    guard valueCount <= limits.values else { throw .tooManyValues }
    switch nextMark() {
    case UInt8(ascii: "\""): try scanString()
    case UInt8(ascii: "{"): try scanObject()
    case UInt8(ascii: "["): try scanArray()
    case UInt8(ascii: "t"): try scanWord("true", .yes)
    case UInt8(ascii: "f"): try scanWord("false", .no)
    case UInt8(ascii: "n"): try scanWord("null", .null)
    default: try scanNumber()
    }
  }

  private mutating func scanObject() throws(JSONSyntaxError) {
    try scanContainer(.object, end: UInt8(ascii: "}")) { scanner throws(JSONSyntaxError) in
      guard scanner.nextMark() == UInt8(ascii: "\"") else { throw .malformed }
      try scanner.scanString()
      guard scanner.take(UInt8(ascii: ":")) else { throw .malformed }
      try scanner.scanValue()
    }
  }

  private mutating func scanArray() throws(JSONSyntaxError) {
    try scanContainer(.array, end: UInt8(ascii: "]")) { scanner throws(JSONSyntaxError) in
      try scanner.scanValue()
    }
  }

  private mutating func scanContainer(
    _ kind: JSONElement.Kind,
    end: UInt8,
    _ scanMember: (inout JSONScanner) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    let node = nodes.count
    append(kind, from: position)
    position += 1
    depth += 1
    guard depth <= limits.depth else { throw .tooDeep }
    if !take(end) {
      repeat { try scanMember(&self) } while take(UInt8(ascii: ","))
      guard take(end) else { throw .malformed }
    }
    depth -= 1
    nodes[node].end = UInt32(nodes.count)
  }

  private mutating func append(_ kind: JSONElement.Kind, from start: Int) {
    nodes.append(JSONElement.Node(kind: kind, start: UInt32(start), end: UInt32(position)))
  }
}

// MARK: Scalars

extension JSONScanner {
  private mutating func scanWord(_ word: StaticString, _ kind: JSONElement.Kind)
    throws(JSONSyntaxError)
  {
    let start = position
    for offset in 0..<word.utf8CodeUnitCount {
      guard skip(word.withUTF8Buffer { $0[offset] }) else { throw .malformed }
    }
    append(kind, from: start)
  }

  private mutating func scanString() throws(JSONSyntaxError) {
    let start = position + 1
    var kind = JSONElement.Kind.string
    position = start
    while true {
      position = endOfPlainText(from: position)
      guard position - start <= limits.string else { throw .tooLongString }
      guard position < bytes.count, bytes[position] >= 0x20 else { throw .malformed }
      if bytes[position] == UInt8(ascii: "\"") { break }
      kind = .escapedString
      position += 1
      try scanEscape()
    }
    append(kind, from: start)
    position += 1
  }

  /// The position of the next quote, backslash or control character, or of the end.
  ///
  /// Reads eight bytes at a time, since three quarters of a page of results are in strings.
  private func endOfPlainText(from start: Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      var end = start
      while bytes.count - end >= 8 {
        // Safe because at least eight bytes are left.
        let word = unsafe bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self)
        let marks = Self.marks(in: UInt64(littleEndian: word))
        if marks != 0 { return end + marks.trailingZeroBitCount / 8 }
        end += 8
      }
      while end < bytes.count, !Self.isMark(bytes[end]) { end += 1 }
      return end
    }
  }

  /// A word whose lowest set bit is the high bit of the first byte that ends plain text.
  ///
  /// Higher bits may be set wrongly (Anderson, "Bit Twiddling Hacks": hasless and haszero).
  private static func marks(in word: UInt64) -> UInt64 {
    let quotes = word ^ (ones * UInt64(UInt8(ascii: "\"")))
    let backslashes = word ^ (ones * UInt64(UInt8(ascii: "\\")))
    let found =
      (word &- ones * 0x20) & ~word | (quotes &- ones) & ~quotes
      | (backslashes &- ones) & ~backslashes
    return found & (ones << 7)
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20
  }

  /// Scans the rest of an escape; surrogate pairs are checked when the string is read.
  private mutating func scanEscape() throws(JSONSyntaxError) {
    guard position < bytes.count else { throw .malformed }
    let byte = bytes[position]
    position += 1
    if #""\/bfnrt"#.utf8.contains(byte) { return }
    guard byte == UInt8(ascii: "u") else { throw .malformed }
    for _ in 0..<4 {
      guard position < bytes.count, Unicode.Scalar(bytes[position]).properties.isASCIIHexDigit
      else { throw .malformed }
      position += 1
    }
  }

  /// Scans a number as in RFC 8259: no plus sign, no leading zero, digits on both sides of the dot.
  private mutating func scanNumber() throws(JSONSyntaxError) {
    let start = position
    skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try scanDigits() }
    if skip(UInt8(ascii: ".")) { try scanDigits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
      try scanDigits()
    }
    append(.number, from: start)
  }

  private mutating func scanDigits() throws(JSONSyntaxError) {
    let start = position
    while position < bytes.count, 48...57 ~= bytes[position] { position += 1 }
    guard position > start else { throw .malformed }
  }
}

// MARK: Marks

extension JSONScanner {
  /// Skips white space and returns the next byte without consuming it; nil at the end.
  private mutating func nextMark() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// Skips white space, and consumes the byte if it is next.
  private mutating func take(_ mark: UInt8) -> Bool {
    guard nextMark() == mark else { return false }
    position += 1
    return true
  }

  /// Consumes the byte if it is next, without skipping white space.
  @discardableResult
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }
}

/// Decodes escapes in a JSON string (RFC 8259, section 7) whose form the scanner has checked.
enum JSONEscapes {
  /// The text of the bytes between two quotes; nil for unpaired surrogates and invalid UTF-8.
  static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    var rest = bytes
    var text: [UInt8] = []
    text.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
      } else if let scalar = scalar(&rest) {
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      } else {
        return nil
      }
    }
    return String(validating: text, as: UTF8.self)
  }

  /// The scalar that an escape represents; the backslash has been consumed.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case UInt8(ascii: "\""): "\""
    case UInt8(ascii: "\\"): "\\"
    case UInt8(ascii: "/"): "/"
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    case UInt8(ascii: "u"): hexadecimal(&rest)
    default: nil
    }
  }

  /// Reads four digits, or two escapes of four digits for a UTF-16 surrogate pair.
  private static func hexadecimal(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let first = unit(&rest) else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
      let second = unit(&rest), UTF16.isTrailSurrogate(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
