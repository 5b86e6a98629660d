extension String {
  /// The text with every byte but RFC 3986's unreserved ones as `%XX`.
  ///
  /// So `+` becomes `%2B` (a bare one would arrive as a space), and `/` cannot open a new segment.
  package var percentEncoded: String {
    var encoded = ""
    encoded.reserveCapacity(utf8.count)
    for byte in utf8 {
      if Self.isUnreserved(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded.append("%")
        encoded.append(Self.hexDigits[Int(byte >> 4)])
        encoded.append(Self.hexDigits[Int(byte & 15)])
      }
    }
    return encoded
  }

  private static let hexDigits = Array("0123456789ABCDEF")

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
