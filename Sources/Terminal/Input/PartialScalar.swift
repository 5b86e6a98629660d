/// The beginning of a scalar in UTF-8 (Unicode 15, table 3-7), without its rest.
struct PartialScalar {
  enum Step {
    case incomplete(PartialScalar)
    case complete(Unicode.Scalar)
    /// The byte does not belong to the scalar and is to be read anew.
    case invalid
  }

  private var value: UInt32
  private var missing: Int
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Nil for a byte that begins no scalar of more than one byte.
  init?(lead: UInt8) {
    switch lead {
    case 0xC2...0xDF: (value, missing) = (UInt32(lead & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(lead & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(lead & 0x07), 3)
    default: return nil
    }
    switch lead {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: break
    }
  }

  func adding(_ byte: UInt8) -> Step {
    guard allowed.contains(byte) else { return .invalid }
    var next = self
    next.value = value << 6 | UInt32(byte & 0x3F)
    next.missing -= 1
    next.allowed = 0x80...0xBF
    if next.missing > 0 { return .incomplete(next) }
    return Unicode.Scalar(next.value).map(Step.complete) ?? .invalid
  }
}
