import GRDB

/// A text as somebody types it, as a query of the full-text indexes.
///
/// The index's own tokenizer takes the text apart, so nothing in it is syntax. Each word may go on,
/// and all must be there.
struct PrefixQuery {
  let words: [String]

  /// Nil where there is no letter or digit.
  init?(_ text: String, in database: Database) throws {
    let typed = Self.cut(text.storable, to: Self.mostScalars)
    words = Self.telling(try Self.tokens(typed, in: database))
    if words.isEmpty { return nil }
  }

  /// The words of a text, as they are in the indexes.
  static func tokens(_ text: String, in database: Database) throws -> [String] {
    try database.makeTokenizer(Schema.tokenizer).tokenize(document: text).map(\.token)
  }

  /// As FTS5 reads it: `"swift"* "nio"*`.
  var pattern: String { Self.pattern(words) }

  /// The same with words cut to the longest beginning that the indexes keep rows for.
  ///
  /// FTS5 gathers the rows of all words with a longer beginning before it yields the first one.
  /// With this pattern it yields the best at once, and with them some that must be left out.
  var shortPattern: String {
    Self.pattern(words.map { Self.cut($0, to: Schema.longestPrefix) })
  }

  /// Words that ``shortPattern`` cuts.
  var longWords: [String] { words.filter { $0.unicodeScalars.count > Schema.longestPrefix } }

  private static func cut(_ text: String, to count: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
  }

  private static func pattern(_ words: [String]) -> String {
    words.map { "\"\($0)\"*" }.joined(separator: " ")
  }

  /// More is neither typed nor found, and FTS5 has a limit of 256 words.
  private static let mostScalars = 256
  private static let mostWords = 16

  /// Without those that another begins with: what has `swift` has `s` as well.
  private static func telling(_ tokens: [String]) -> [String] {
    var words: [String] = []
    for token in tokens where !words.contains(where: { $0.hasPrefix(token) }) {
      words.removeAll { token.hasPrefix($0) }
      words.append(token)
    }
    return Array(words.prefix(mostWords))
  }
}
