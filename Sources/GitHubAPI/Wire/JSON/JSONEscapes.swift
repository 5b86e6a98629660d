/// The escapes in a JSON string (RFC 8259, section 7), whose form the scanner has seen to.
enum JSONEscapes {
  /// The text that the bytes between two quotes stand for; nil where they stand for none.
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

  /// What the bytes behind a backslash stand for.
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

  /// Four digits, or eight in two escapes for what UTF-16 writes as a pair of surrogates.
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
