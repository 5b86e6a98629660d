/// What a JSON text may have at most.
///
/// Values are counted since a few bytes each become a hundred; a string is copied on its way to the
/// user, so its length is bounded too.
struct JSONLimits {
  let depth: Int
  let values: Int
  /// Bytes between two quotes.
  let string: Int

  /// A full page of repositories has some 12,000 values; a README in base64 takes 1.4 MB.
  static let document = JSONLimits(depth: 64, values: 100_000, string: 4 << 20)
}

/// Why a text is not read.
enum JSONProblem: Error {
  case tooDeep
  case tooManyValues
  case tooLongString
  /// A zero byte: UTF-16 or UTF-32, or no text at all. JSON between systems is UTF-8 (RFC 8259).
  case notText
  /// No JSON, or not all of it.
  case malformed
}

/// Finds the values of a JSON text, strictly: neither trailing commas nor comments, and nothing but
/// white space around the one value.
struct JSONScanner {
  private let bytes: [UInt8]
  private let limits: JSONLimits
  private var position = 0
  private var depth = 0
  private var valueCount = 0
  private var nodes: [JSONText.Node] = []

  init(_ bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func scan() throws(JSONProblem) -> [JSONText.Node] {
    guard bytes.count < UInt32.max else { throw .tooLongString }
    nodes.reserveCapacity(min(bytes.count / 16, 2 * limits.values))
    do throws(JSONProblem) {
      skipByteOrderMark()
      try scanValue()
      guard nextMark() == nil else { throw .malformed }
    } catch .malformed {
      throw bytes.contains(0) ? .notText : .malformed
    }
    return nodes
  }

  /// U+FEFF at the front, which some writers leave and RFC 8259 lets a reader pass over.
  private mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }
}

// MARK: Values

extension JSONScanner {
  private mutating func scanValue() throws(JSONProblem) {
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

  private mutating func scanObject() throws(JSONProblem) {
    try scanContainer(.object, end: UInt8(ascii: "}")) { scanner throws(JSONProblem) in
      guard scanner.nextMark() == UInt8(ascii: "\"") else { throw .malformed }
      try scanner.scanString()
      guard scanner.take(UInt8(ascii: ":")) else { throw .malformed }
      try scanner.scanValue()
    }
  }

  private mutating func scanArray() throws(JSONProblem) {
    try scanContainer(.array, end: UInt8(ascii: "]")) { scanner throws(JSONProblem) in
      try scanner.scanValue()
    }
  }

  private mutating func scanContainer(
    _ kind: JSONText.Kind,
    end: UInt8,
    _ scanMember: (inout JSONScanner) throws(JSONProblem) -> Void
  ) throws(JSONProblem) {
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

  private mutating func append(_ kind: JSONText.Kind, from start: Int) {
    nodes.append(JSONText.Node(kind: kind, start: UInt32(start), end: UInt32(position)))
  }
}

// MARK: Scalars

extension JSONScanner {
  private mutating func scanWord(_ word: StaticString, _ kind: JSONText.Kind) throws(JSONProblem) {
    let start = position
    for offset in 0..<word.utf8CodeUnitCount {
      guard skip(word.withUTF8Buffer { $0[offset] }) else { throw .malformed }
    }
    append(kind, from: start)
  }

  private mutating func scanString() throws(JSONProblem) {
    let start = position + 1
    var kind = JSONText.Kind.string
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

  /// The next quote, backslash or control character, or the end; eight bytes at a time, since three of
  /// four bytes of a page are in texts.
  private func endOfPlainText(from start: Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      var end = start
      while bytes.count - end >= 8 {
        // In bounds, because there are eight bytes from `end` on.
        let word = unsafe bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self)
        let marks = Self.marks(in: UInt64(littleEndian: word))
        if marks != 0 { return end + marks.trailingZeroBitCount / 8 }
        end += 8
      }
      while end < bytes.count, !Self.isMark(bytes[end]) { end += 1 }
      return end
    }
  }

  /// The high bit of each byte that ends plain text; behind the lowest one, others may be set too
  /// (Anderson, "Bit Twiddling Hacks": hasless and haszero).
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

  /// What stands behind a backslash; whether surrogates come in pairs is asked when the text is.
  private mutating func scanEscape() throws(JSONProblem) {
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

  /// As RFC 8259 writes them: no plus, no leading zero, digits on both sides of the dot.
  private mutating func scanNumber() throws(JSONProblem) {
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

  private mutating func scanDigits() throws(JSONProblem) {
    let start = position
    while position < bytes.count, 48...57 ~= bytes[position] { position += 1 }
    guard position > start else { throw .malformed }
  }
}

// MARK: Marks

extension JSONScanner {
  /// The next byte that is no white space, or nil at the end.
  private mutating func nextMark() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// Passes over white space and a byte, if that is the one that comes.
  private mutating func take(_ mark: UInt8) -> Bool {
    guard nextMark() == mark else { return false }
    position += 1
    return true
  }

  /// Passes over a byte that comes at once.
  @discardableResult
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }
}
