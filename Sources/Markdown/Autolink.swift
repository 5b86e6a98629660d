/// Finds web addresses in text.
///
/// Replaces cmark-gfm's extension: see ``ParsedTree``.
package enum Autolink {
  package struct Piece: Sendable, Equatable {
    package let text: Substring
    package let isAddress: Bool
  }

  /// Splits text into pieces in order; URLs begin with `https://` or `http://`.
  package static func pieces(_ text: String) -> [Piece] {
    // Most text has no colon, and searching for three characters is much slower.
    guard text.utf8.contains(UInt8(ascii: ":")), text.contains("://")
    else { return [Piece(text: text[...], isAddress: false)] }
    var pieces: [Piece] = []
    var plainStart = text.startIndex
    var position = text.startIndex
    while let start = nextAddress(text[position...]) {
      let end = end(of: text[start...])
      if plainStart < start {
        pieces.append(Piece(text: text[plainStart..<start], isAddress: false))
      }
      pieces.append(Piece(text: text[start..<end], isAddress: true))
      (plainStart, position) = (end, end)
    }
    if plainStart < text.endIndex {
      pieces.append(Piece(text: text[plainStart...], isAddress: false))
    }
    return pieces
  }

  private static func nextAddress(_ text: Substring) -> Substring.Index? {
    var rest = text
    while let start = rest.firstIndex(of: "h") {
      let candidate = rest[start...]
      if candidate.hasPrefix("https://") || candidate.hasPrefix("http://") { return start }
      rest = candidate.dropFirst()
    }
    return nil
  }

  /// The end of a URL, before a character that no URL contains and without punctuation that ends a
  /// sentence.
  private static func end(of text: Substring) -> Substring.Index {
    var address = text.prefix { !$0.isWhitespace && !"<>\"`|{}".contains($0) }
    while let last = address.last, ".,:;!?'*_~".contains(last) || isUnpaired(last, in: address) {
      address.removeLast()
    }
    return address.endIndex
  }

  private static func isUnpaired(_ last: Character, in address: Substring) -> Bool {
    last == ")" && !address.contains("(")
  }
}
