#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How deep arrays and objects nest in a JSON text, found without parsing it.
enum JSONNesting {
  case fits
  case tooDeep
  /// A zero byte: UTF-16 or UTF-32, or no text at all. JSON between systems is UTF-8 (RFC 8259).
  case notText

  init(_ text: Data, limit: Int) {
    self = text.withUnsafeBytes { Self.scan($0, limit: limit) }
  }

  private static func scan(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Self {
    var depth = 0
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
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth > limit { return .tooDeep }
    }
    return .fits
  }
}
