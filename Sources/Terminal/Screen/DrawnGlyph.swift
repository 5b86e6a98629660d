/// A character as a cell takes it: what it holds, and how many columns it is given.
struct DrawnGlyph {
  enum Content {
    case scalar(Unicode.Scalar)
    case cluster(String)
  }

  /// Stands for what has no columns of its own, such as a vowel without its syllable.
  static let replacement: Unicode.Scalar = "\u{FFFD}"
  /// More columns than any honest character takes; a longer one would not fit a cell's width.
  private static let widest = 8

  let content: Content
  let width: Int

  init(_ character: Character) {
    if let ascii = character.asciiValue {
      (content, width) = (.scalar(Unicode.Scalar(ascii)), 1)
      return
    }
    let columns = character.displayWidth
    guard 1...Self.widest ~= columns else {
      (content, width) = (.scalar(Self.replacement), 1)
      return
    }
    let scalars = character.unicodeScalars
    width = columns
    if scalars.count == 1, let scalar = scalars.first {
      content = .scalar(scalar)
    } else {
      content = .cluster(String(character))
    }
  }
}
