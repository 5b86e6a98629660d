/// One piece of a query: what stands between spaces, with quotes taken off.
struct SearchToken: Equatable {
  /// The text before the first `:` outside quotes; nil for a free word.
  let key: String?
  let value: String
  let isNegated: Bool
  /// The piece as it was typed, for pieces whose key turns out to be none.
  let raw: String

  /// Whether this is `AND`, `OR` or `NOT` in capitals and without quotes.
  var isOperator: Bool { key == nil && ["AND", "OR", "NOT"].contains(raw) }

  /// Splits a query at white space outside double quotes; an open quote runs to the end.
  static func tokens(of query: String) -> [SearchToken] {
    var pieces: [String] = []
    var piece = ""
    var isQuoted = false
    for character in query {
      if character == "\"" { isQuoted.toggle() }
      if character.isWhitespace, !isQuoted {
        pieces.append(piece)
        piece = ""
      } else {
        piece.append(character)
      }
    }
    pieces.append(piece)
    return pieces.filter { !$0.isEmpty }.map(SearchToken.init(piece:))
  }

  private init(piece: String) {
    raw = piece
    let isNegated = piece.hasPrefix("-") && piece.contains(":")
    let body = isNegated ? piece.dropFirst() : piece[...]
    let quote = body.firstIndex(of: "\"") ?? body.endIndex
    guard let colon = body.firstIndex(of: ":"), colon < quote, colon > body.startIndex else {
      key = nil
      value = Self.unquoted(piece[...])
      self.isNegated = false
      return
    }
    key = body[..<colon].lowercased()
    value = Self.unquoted(body[body.index(after: colon)...])
    self.isNegated = isNegated
  }

  private static func unquoted(_ text: Substring) -> String {
    text.filter { $0 != "\"" }
  }
}
