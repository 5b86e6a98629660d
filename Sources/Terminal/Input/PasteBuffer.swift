/// What stands between the marks of a bracketed paste: text, whatever it looks like.
struct PasteBuffer {
  /// Nobody pastes more into one line; the rest is left out.
  private static let mostBytes = 1 << 16
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// How much of the end mark has just been seen.
  private var matched = 0

  /// True when the byte completes the end mark.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    keep(Self.end.prefix(matched))
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { keep([byte]) }
    return false
  }

  private mutating func keep(_ more: some Collection<UInt8>) {
    if bytes.count + more.count <= Self.mostBytes { bytes += more }
  }

  /// One line: a line break of any kind and a tab are a space, other controls are left out.
  var text: String {
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      defer { previous = scalar }
      switch scalar.properties.generalCategory {
      case .control where ["\n", "\r", "\t", "\u{85}"].contains(scalar):
        if !(scalar == "\n" && previous == "\r") { text.append(" ") }
      case .lineSeparator, .paragraphSeparator: text.append(" ")
      case .control: break
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
