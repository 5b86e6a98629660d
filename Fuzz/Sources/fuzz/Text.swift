import Terminal

/// Safe text: it has no control characters, is one line, and stays the same when made safe again.
func checkText(_ bytes: [UInt8]) {
  let safe = SafeText(String(decoding: bytes, as: UTF8.self)).description
  let scalars = Array(safe.unicodeScalars)
  for scalar in scalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
      demand(false, "\(scalar.value) is a control")
    // Joiners between letters that they shape, and the tags of a flag.
    case .format:
      let isAllowed = [0x200C, 0x200D].contains(scalar.value) || 0xE0061...0xE007F ~= scalar.value
      demand(isAllowed, "\(scalar.value) is invisible")
    default: break
    }
  }
  demand(SafeText(safe).description == safe, "safe text that is not safe")
  for width in [0, 1, 7] {
    demand(safe.truncated(toWidth: width).displayWidth <= width, "wider than \(width)")
  }
}
