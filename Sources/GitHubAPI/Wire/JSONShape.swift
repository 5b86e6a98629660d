#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whether a JSON text is of a shape that is worth decoding, found without parsing it.
///
/// Decoding takes some hundred bytes for a value of three, so the values are counted first.
enum JSONShape {
  case fits
  case tooDeep
  case tooManyValues
  /// A zero byte: UTF-16 or UTF-32, or no text at all. JSON between systems is UTF-8 (RFC 8259).
  case notText

  init(_ text: Data, deepest: Int, mostValues: Int) {
    self = text.withUnsafeBytes { Self.scan($0, deepest: deepest, mostValues: mostValues) }
  }

  private static func scan(
    _ bytes: UnsafeRawBufferPointer,
    deepest: Int,
    mostValues: Int
  ) -> Self {
    var depth = 0
    var values = 0
    var isString = false
    var isEscaped = false
    for byte in bytes {
      if byte == 0 { return .notText }
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: ","): values += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        values += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth > deepest { return .tooDeep }
      if values > mostValues { return .tooManyValues }
    }
    return .fits
  }
}
