/// The parameters of a URL's query in order, decoded as forms are: `+` is a space, `%2B` a plus.
struct QueryParameters {
  let values: [(name: String, value: String, raw: String)]

  init(_ query: String) {
    values = query.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1] : ""
      return (Self.decoded(parts[0]), Self.decoded(value), String(pair))
    }
  }

  private static func decoded(_ text: Substring) -> String {
    percentDecoded(text, plusIsSpace: true) ?? String(text)
  }
}

/// Undoes percent-encoding; nil when a `%` is not followed by two hexadecimal digits.
///
/// Bytes that are not UTF-8 become U+FFFD.
func percentDecoded(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "%"):
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
    default: bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Percent-encodes all bytes but the unreserved characters of RFC 3986.
func percentEncoded(_ text: String) -> String {
  let unreserved = "-._~".utf8
  return text.utf8.reduce(into: "") { encoded, byte in
    let scalar = Unicode.Scalar(byte)
    let isLetterOrDigit = byte < 0x80 && scalar.properties.isAlphabetic || 48...57 ~= byte
    if isLetterOrDigit || unreserved.contains(byte) {
      encoded.unicodeScalars.append(scalar)
    } else {
      encoded += "%" + hexadecimal(UInt64(byte), digits: 2).uppercased()
    }
  }
}
