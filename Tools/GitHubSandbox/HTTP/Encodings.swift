private import Foundation

/// Decodes percent-encoding; nil if two hexadecimal digits do not follow each `%`.
///
/// Replaces bytes that are not UTF-8 with U+FFFD.
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

/// Encodes bytes in base64 with padding (RFC 4648, section 4).
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// `number` in lowercase hexadecimal, padded with zeros on the left.
func hexadecimal(_ number: UInt64, digits: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
