import Terminal

/// Text made safe: nothing in it acts, it is one line, and safe text stays as it is.
func checkText(_ bytes: [UInt8]) {
  let safe = SafeText(String(decoding: bytes, as: UTF8.self)).description
  let scalars = Array(safe.unicodeScalars)
  for scalar in scalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
      demand(false, "\(scalar.value) acts")
    // A joiner between two pictures is the one that may stay.
    case .format: demand(scalar.value == 0x200D, "\(scalar.value) hides")
    default: break
    }
  }
  demand(SafeText(safe).description == safe, "safe text that is not safe")
  for width in [0, 1, 7] {
    demand(safe.truncated(toWidth: width).displayWidth <= width, "wider than \(width)")
  }
}
