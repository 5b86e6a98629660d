package import Terminal

/// Safe text with some words highlighted.
package struct MarkedText: Sendable, Equatable {
  /// A part that is completely marked or unmarked.
  package struct Piece: Sendable, Equatable {
    package fileprivate(set) var text: String
    package let isMarked: Bool
  }

  /// The pieces; adjacent ones differ in whether they are marked.
  package private(set) var pieces: [Piece]

  /// Makes the text safe, piece by piece; marked ranges are extended to whole characters.
  ///
  /// `ranges` are ranges of the text's UTF-8, in any order. `longest` limits the work, in scalars.
  package init(_ text: String, ranges: [Range<Int>] = [], longest: Int = .max) {
    let raw = ranges.isEmpty ? [Piece(text: text, isMarked: false)] : Self.split(text, at: ranges)
    pieces = raw.compactMap { piece in
      let safe = SafeText(piece.text, longest: longest).description
      return safe.isEmpty ? nil : Piece(text: safe, isMarked: piece.isMarked)
    }
  }

  private static func split(_ text: String, at ranges: [Range<Int>]) -> [Piece] {
    var (pieces, end) = ([Piece](), 0)
    for character in text {
      let own = end..<end + character.utf8.count
      end = own.upperBound
      let isMarked = ranges.contains { $0.overlaps(own) }
      if pieces.last?.isMarked != isMarked { pieces.append(Piece(text: "", isMarked: isMarked)) }
      pieces[pieces.count - 1].text.append(character)
    }
    return pieces
  }

  /// The text of all pieces.
  package var text: String { pieces.map(\.text).joined() }

  /// The text with emoji instead of their shortcodes, except for one that is partly marked.
  package var withEmoji: Self {
    var changed = self
    for index in pieces.indices {
      changed.pieces[index].text = EmojiNames.replaced(in: pieces[index].text)
    }
    return changed
  }

  /// The longest prefix that fits, with an unmarked `…` if the text was truncated.
  ///
  /// With `atWord`, unmarked words are not cut in the middle.
  package func truncated(toWidth width: Int, atWord: Bool = false) -> Self {
    let (whole, prefix) = (text, text.truncated(toWidth: width))
    guard prefix != whole else { return self }
    var cut = self
    var room = prefix.utf8.count - (width > 0 ? Self.ellipsis.utf8.count : 0)
    let kept = String(decoding: whole.utf8.prefix(max(room, 0)), as: UTF8.self)
    if atWord, let last = pieces.last, !last.isMarked,
      Self.isWithinWord(kept.last, whole.dropFirst(kept.count).first),
      let space = kept.lastIndex(of: " ")
    {
      let end = kept[..<space].utf8.count
      if end >= whole.utf8.count - last.text.utf8.count { room = end }
    }
    cut.pieces = pieces.compactMap { piece in
      let text = String(decoding: piece.text.utf8.prefix(max(room, 0)), as: UTF8.self)
      room -= piece.text.utf8.count
      return text.isEmpty ? nil : Piece(text: text, isMarked: piece.isMarked)
    }
    if width > 0 { cut.pieces.append(Piece(text: Self.ellipsis, isMarked: false)) }
    return cut
  }

  private static let ellipsis = "…"

  /// The text with at most `width` columns before the first mark, starting with an unmarked `…` if
  /// truncated.
  package func beginning(beforeFirstMark width: Int) -> Self {
    guard let first = pieces.first, !first.isMarked, pieces.count > 1,
      first.text.displayWidth > width
    else { return self }
    var end = first.text.suffix(max(width - 1, 0))
    while String(end).displayWidth > width - 1, !end.isEmpty { end.removeFirst() }
    if Self.isWithinWord(first.text.dropLast(end.count).last, end.first),
      let space = end.firstIndex(of: " ")
    {
      end = end[end.index(after: space)...]
    }
    var cut = self
    cut.pieces[0].text = Self.ellipsis + end.drop { $0 == " " }
    return cut
  }

  /// Whether both characters belong to one word; a wide character is a word by itself.
  private static func isWithinWord(_ left: Character?, _ right: Character?) -> Bool {
    [left, right].allSatisfy { character in
      guard let character else { return false }
      return (character.isLetter || character.isNumber) && String(character).displayWidth == 1
    }
  }

  /// The text with its styles; `plain` is the style of unmarked pieces.
  package func styled(_ plain: CellStyle? = nil) -> String {
    pieces.map { $0.isMarked ? Theme.match($0.text) : plain?($0.text) ?? $0.text }.joined()
  }
}
