import GitHubModel
import Terminal

/// Safe text with some of its words marked.
struct MarkedText: Equatable {
  struct Piece: Equatable {
    fileprivate(set) var text: String
    let isMarked: Bool
  }

  /// Neighbours differ in whether they are marked.
  private(set) var pieces: [Piece]

  /// Makes the text safe, piece by piece; what is marked grows to whole characters.
  ///
  /// `ranges` are of the text's UTF-8, in any order. `longest` bounds the work in scalars.
  init(_ text: String, ranges: [Range<Int>] = [], longest: Int = .max) {
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

  var text: String { pieces.map(\.text).joined() }

  /// The longest start that fits, with `…` for what was cut off, which is not marked.
  func truncated(toWidth width: Int) -> Self {
    let (whole, kept) = (text, text.truncated(toWidth: width))
    guard kept != whole else { return self }
    var cut = self
    var room = kept.utf8.count - (width > 0 ? Self.ellipsis.utf8.count : 0)
    cut.pieces = pieces.compactMap { piece in
      let text = String(decoding: piece.text.utf8.prefix(max(room, 0)), as: UTF8.self)
      room -= piece.text.utf8.count
      return text.isEmpty ? nil : Piece(text: text, isMarked: piece.isMarked)
    }
    if width > 0 { cut.pieces.append(Piece(text: Self.ellipsis, isMarked: false)) }
    return cut
  }

  private static let ellipsis = "…"

  /// With its styles; `plain` is for what is not marked.
  func styled(_ plain: Style? = nil) -> String {
    pieces.map { $0.isMarked ? Style.marked($0.text) : plain?($0.text) ?? $0.text }.joined()
  }
}

extension MarkedText {
  /// What GitHub says of a text, where its fragment stands in it; what stands nowhere marks nothing.
  static func ranges(
    of matches: [TextMatch],
    for property: TextMatch.Property,
    in text: String
  ) -> [Range<Int>] {
    matches.filter { $0.property == property && !$0.ranges.isEmpty }.flatMap { match in
      guard let place = text.firstRange(of: match.fragment) else { return [Range<Int>]() }
      let start = text.utf8.distance(from: text.startIndex, to: place.lowerBound)
      return match.ranges.map { $0.lowerBound + start..<$0.upperBound + start }
    }
  }
}
