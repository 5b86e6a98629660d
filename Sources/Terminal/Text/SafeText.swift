/// External text made safe for a terminal: one line, without control or hidden characters.
///
/// Controls, bidirectional controls, zero-width and other invisible characters are shown as
/// `\u{…}`, so that names that differ in them look different. Tabs and line breaks become spaces.
/// From the fifth combining mark on a letter, marks are also shown as `\u{…}`. Readers see exactly
/// what the text contains.
///
/// Joiners are kept between letters that they can shape, as Persian and Indic spelling requires.
/// Direction marks are removed from text with right-to-left letters: they only help readers there,
/// and names of repositories and owners, which are ASCII, cannot hide them.
///
/// Such text is not wrapped in isolates (FSI, PDI): most terminals do not support them, some of
/// those draw them, and the few that reorder a row still reorder it across its columns and panes.
package struct SafeText: Sendable, Hashable, CustomStringConvertible {
  package private(set) var description: String

  /// `longest` limits the work if only the start is shown: it is the maximum number of scalars that
  /// are read; the rest is dropped.
  package init(_ text: String, longest: Int = .max) {
    let isWhole = text.utf8.count <= longest
    let text =
      isWhole ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
    description = text.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? text : Self.makeSafe(text)
  }

  package init(_ text: Substring, longest: Int = .max) {
    self.init(String(text), longest: longest)
  }

  /// Joins pieces of safe text, which are also safe when joined.
  ///
  /// A piece never begins with a mark or selector, and begins or ends with a joiner only after a
  /// virama.
  init(joining pieces: String) {
    description = pieces
  }

  /// The maximum number of marks on one letter; more hide their surroundings, and no script needs
  /// them.
  private static let maxMarks = 4

  private static func makeSafe(_ text: String) -> String {
    var safe = ""
    let scalars = Array(text.unicodeScalars)
    var marks = maxMarks
    var tags = 0
    for (index, scalar) in scalars.enumerated() {
      if tags > 0 {
        tags -= 1
        safe.unicodeScalars.append(scalar)
        continue
      }
      switch scalar.role {
      case .plain:
        marks = 0
        tags = scalars.flagTagCount(after: index)
        safe.unicodeScalars.append(scalar)
      case .lineBreakOrTab:
        marks = maxMarks
        if !(scalar == "\n" && index > 0 && scalars[index - 1] == "\r") { safe += " " }
      case .mark where marks < maxMarks:
        marks += 1
        safe.unicodeScalars.append(scalar)
      case .emojiSelector where index > 0 && scalars[index - 1].properties.isEmoji:
        safe.unicodeScalars.append(scalar)
      case .joiner where marks < maxMarks && scalars.allowsJoiner(at: index):
        safe.unicodeScalars.append(scalar)
      case .directionMark where scalars.contains(where: \.isRightToLeft): break
      case .mark, .emojiSelector, .joiner, .directionMark, .hidden:
        marks = maxMarks
        safe += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return safe
  }
}

extension Unicode.Scalar {
  fileprivate enum Role {
    case plain, lineBreakOrTab, mark
    /// U+FE0F and U+FE0E, which select the emoji or text form.
    case emojiSelector
    /// U+200D, and U+200C, the non-joiner.
    case joiner
    case directionMark, hidden
  }

  fileprivate var role: Role {
    switch value {
    case 0x20...0x7E: return .plain
    case 0x09, 0x0A, 0x0D: return .lineBreakOrTab
    case 0x200C, 0x200D: return .joiner
    case _ where isDirectionMark: return .directionMark
    case 0xFE0E, 0xFE0F: return .emojiSelector
    // Blank by their glyph regardless of category: braille blank, Khmer inherent vowels.
    case 0x2800, 0x17B4, 0x17B5: return .hidden
    default: break
    }
    if properties.isDefaultIgnorableCodePoint { return .hidden }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      return .hidden
    case .nonspacingMark, .enclosingMark: return .mark
    default: return .plain
    }
  }
}

extension SafeText: ExpressibleByStringInterpolation {
  /// Literals and their interpolated values are made safe like any other text.
  package init(stringLiteral text: String) {
    self.init(text)
  }
}

extension SafeText {
  package static let empty: SafeText = ""

  /// A number of spaces; empty for a negative count.
  package static func blanks(_ count: Int) -> Self {
    Self(joining: String(repeating: " ", count: max(count, 0)))
  }

  package var isEmpty: Bool { description.isEmpty }

  package var displayWidth: Int { description.displayWidth }

  package static func + (left: Self, right: Self) -> Self {
    Self(joining: left.description + right.description)
  }

  package static func += (left: inout Self, right: Self) {
    left.description += right.description
  }

  /// The parts between spaces, some of which may be empty.
  package var words: [Self] {
    guard description.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
      return description.split(separator: " ", omittingEmptySubsequences: false).map { Self($0) }
    }
    return description.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
      .map { Self(joining: String(Substring($0))) }
  }

  package func truncated(toWidth width: Int) -> Self {
    Self(joining: description.truncated(toWidth: width))
  }

  package func padded(toWidth width: Int) -> Self {
    Self(joining: description.padded(toWidth: width))
  }

  /// The text in pieces that fit, split between characters; empty text has none.
  package func pieces(ofWidth width: Int) -> [Self] {
    var pieces: [Self] = []
    var piece = ""
    var pieceWidth = 0
    for character in description {
      let characterWidth = character.displayWidth
      if pieceWidth + characterWidth > width, !piece.isEmpty {
        pieces.append(Self(joining: piece))
        (piece, pieceWidth) = ("", 0)
      }
      piece.append(character)
      pieceWidth += characterWidth
    }
    return piece.isEmpty ? pieces : pieces + [Self(joining: piece)]
  }
}
