extension String {
  /// The number of columns the text takes on a terminal.
  package var displayWidth: Int { self[...].displayWidth }

  /// The longest prefix that fits, with `…` for the rest.
  package func truncated(toWidth width: Int) -> String { self[...].truncated(toWidth: width) }
}

// This extends the concrete type, since another module would call each step of a generic one
// through a witness table, and a frame measures thousands of texts.
extension Substring {
  /// The number of columns the text takes on a terminal: the sum over its characters.
  package var displayWidth: Int {
    let plain = plainStart
    return plain.endIndex == endIndex
      ? plain.count : self[plain.endIndex...].reduce(plain.count) { $0 + $1.displayWidth }
  }

  package func truncated(toWidth width: Int) -> String {
    guard displayWidth > width else { return String(self) }
    guard width > 0 else { return "" }
    let plain = plainStart.prefix(width - 1)
    var kept = String(Substring(plain))
    var room = width - 1 - plain.count
    for character in self[plain.endIndex...] {
      room -= character.displayWidth
      if room < 0 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// The prefix of printable ASCII, with one column per byte; most text is all ASCII.
  ///
  /// It excludes the last character before other text, which may be a combining mark on it.
  var plainStart: Substring.UTF8View {
    let plain = utf8.prefix { 0x20...0x7E ~= $0 }
    return plain.endIndex == endIndex ? plain : plain.dropLast()
  }
}

extension Character {
  /// The columns of a character: the sum over its scalars, but two for scalars drawn as one
  /// picture.
  ///
  /// Terminals disagree on joined emoji: those that know the sequence use two columns.
  package var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if unicodeScalars.count == 1 { return first.displayWidth }
    let isJoined = first.isPicture && unicodeScalars.contains("\u{200D}")
    if isJoined || unicodeScalars.contains(where: \.joinsPicture) { return 2 }
    return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar joins its neighbors into one picture: a selector, a flag letter or a skin
  /// tone.
  ///
  /// A joiner does so only after a picture, and also occurs between letters.
  fileprivate var joinsPicture: Bool {
    switch value {
    case 0xFE0F, 0x20E3, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
    default: false
    }
  }

  /// The columns of the scalar alone: 0 for marks and controls, 2 for wide ones, 1 for the rest.
  var displayWidth: Int {
    // ASCII, and the lines and blocks that are frequent in frames.
    if 0x20...0x7E ~= value || 0x2500...0x259F ~= value { return 1 }
    // Vowels and final consonants that are drawn inside the preceding syllable.
    if 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .format, .lineSeparator, .paragraphSeparator:
      return 0
    default:
      return isWide ? 2 : 1
    }
  }

  private var isWide: Bool {
    let ranges = WideScalars.ranges
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }
}

extension String {
  /// The columns on a terminal that draws each part of a joined glyph.
  var unjoinedDisplayWidth: Int {
    unicodeScalars.reduce(0) { $0 + $1.unjoinedDisplayWidth }
  }
}

extension Unicode.Scalar {
  /// A flag's letter takes one or two columns when drawn alone.
  fileprivate var unjoinedDisplayWidth: Int {
    0x1F1E6...0x1F1FF ~= value ? 2 : displayWidth
  }
}
