#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whether a JSON text is of a shape that is worth decoding, found without parsing it.
///
/// Decoding takes some hundred bytes for a value of three, so the values are counted first. A string
/// is copied several times on its way to the user, so its length is bounded too.
enum JSONShape {
  case fits
  case tooDeep
  case tooManyValues
  case tooLongString
  /// A zero byte: UTF-16 or UTF-32, or no text at all. JSON between systems is UTF-8 (RFC 8259).
  case notText

  /// What a text may have at most.
  struct Limits {
    let depth: Int
    let values: Int
    /// Bytes between two quotes.
    let string: Int
  }

  init(_ text: Data, limits: Limits) {
    self = text.withUnsafeBytes { Scan(limits).run($0) }
  }

  /// Where a scan stands.
  private struct Scan {
    private let limits: Limits
    private var depth = 0
    private var values = 0
    /// Of the string so far; nil outside of one.
    private var length: Int?
    private var isEscaped = false

    init(_ limits: Limits) {
      self.limits = limits
    }

    consuming func run(_ bytes: UnsafeRawBufferPointer) -> JSONShape {
      for byte in bytes {
        if byte == 0 { return .notText }
        if length == nil { takeOutside(byte) } else { takeInside(byte) }
        if depth > limits.depth { return .tooDeep }
        if values > limits.values { return .tooManyValues }
        if length ?? 0 > limits.string { return .tooLongString }
      }
      return .fits
    }

    private mutating func takeInside(_ byte: UInt8) {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        length = nil
        return
      }
      length? += 1
    }

    private mutating func takeOutside(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "\""): length = 0
      case UInt8(ascii: ","): values += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        values += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
  }
}
