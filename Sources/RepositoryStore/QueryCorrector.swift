import GRDB
import GitHubModel

/// Corrects the words of a query that no star has.
struct QueryCorrector {
  let database: Database
  let account: AccountID
  let query: StarQuery

  /// The nearest words for those that no star has, and the words that have none; common words stay as they are.
  func corrections(
    of words: [LocalQuery.Term]
  ) throws -> (replaced: [(LocalQuery.Term, String?)], missing: [LocalQuery.Term]) {
    var replaced: [(LocalQuery.Term, String?)] = []
    var missing: [LocalQuery.Term] = []
    let synonyms = try Synonyms(database: database).withDoers(of: words)
    // Only one thorough search: it takes some milliseconds.
    var isThorough = true
    for word in words
    where try !word.isPhrase && !QuestionWords.isCommon(word.text) && !occurs(word, synonyms) {
      if let nearest = try nearest(to: word, isThorough: isThorough) {
        replaced.append((word, nearest))
      } else {
        missing.append(word)
      }
      isThorough = false
    }
    return (replaced, missing)
  }

  /// Whether a star has the word or another one for it.
  private func occurs(_ term: LocalQuery.Term, _ synonyms: Synonyms.Words) throws -> Bool {
    for index in TextIndex.allCases {
      let patterns = StarPatterns(
        database: database,
        index: index,
        fields: query.fields,
        synonyms: synonyms
      )
      guard let pattern = try patterns.pattern(term) else { return true }
      let table = SQL(sql: index.rawValue)
      let found: Int? = try database.value(
        """
        SELECT 1 FROM \(table)
        CROSS JOIN star ON star.repository = \(table).rowid AND star.account = \(account)
        WHERE \(table) MATCH \(pattern) LIMIT 1
        """
      )
      if found != nil { return true }
    }
    return false
  }

  /// The nearest word of the library; nil if the term is too short to be a typing error.
  ///
  /// A thorough search also finds words that start with another letter.
  private func nearest(to term: LocalQuery.Term, isThorough: Bool) throws -> String? {
    let words = try StarWords.tokens(term.text, in: database)
    guard let word = words.first.map(Letters.init), words.count == 1, word.maxEdits > 0 else {
      return nil
    }
    let scopes = Self.scopes(Array(word.text.unicodeScalars), isThorough: isThorough)
    for (table, starts) in scopes {
      var best: (word: String, edits: Int, count: Int)?
      for start in starts {
        let (length, edits) = (word.length, word.maxEdits)
        let rows = try SQLRequest<Row>(
          literal: """
            SELECT term, doc FROM \(sql: table)
            WHERE term >= \(start) AND term <= \(start + "\u{10FFFF}")
            AND length(term) BETWEEN \(length - edits) AND \(length + edits)
            """
        ).fetchCursor(database)
        while let row = try rows.next() {
          guard let known = row.value(0, String.self), let edits = word.edits(to: known),
            let count = row.value(1, Int.self)
          else { continue }
          if best.map({ (edits, -count) < ($0.edits, -$0.count) }) ?? true {
            best = (known, edits, count)
          }
        }
      }
      if let best { return SearchableText.decoded(best.word) }
    }
    return nil
  }

  /// The tables of words, and what the words there begin with: counting all words of READMEs takes too long.
  private static func scopes(
    _ word: [Unicode.Scalar],
    isThorough: Bool
  ) -> [(table: String, starts: Set<String>)] {
    func starts(_ places: [[Int]]) -> Set<String> {
      Set(places.map { places in String(String.UnicodeScalarView(places.map { word[$0] })) })
    }
    // As typed, or with one of the first letters left out, too many, or swapped.
    return [
      ("fact_word", starts([[0], [1]])),
      ("text_word", starts([[0, 1], [0, 2], [1, 0], [1, 2]])),
    ] + (isThorough ? [("fact_word", [""])] : [])
  }
}

extension Database {
  /// The name of the known repository that the fewest changes of letters lead to, of several the one with the most
  /// stars; nil if none is near, and for a text that is too short or more than a name.
  func nearestName(to text: String) throws -> String? {
    let typed = Letters(text.lowercased().filter { !$0.isWhitespace })
    guard typed.maxEdits > 0, !typed.text.contains(":") else { return nil }
    let lengths = typed.length - typed.maxEdits...typed.length + typed.maxEdits
    let rows = try SQLRequest<String>(
      literal: """
        SELECT lower(name) FROM repository
        WHERE length(name) BETWEEN \(lengths.lowerBound) AND \(lengths.upperBound)
        ORDER BY stars DESC
        """
    ).fetchCursor(self)
    var best: (name: String, edits: Int)?
    while let name = try rows.next() {
      guard name != text.lowercased(), let edits = typed.edits(to: name),
        best.map({ edits < $0.edits }) ?? true
      else { continue }
      best = (name, edits)
    }
    return best?.name
  }
}

/// A word whose distance to others is measured.
private struct Letters {
  let text: String
  let length: Int
  /// A bit for each letter that occurs, of which an edit changes two at most.
  private let bits: UInt64

  init(_ text: String) {
    (self.text, length, bits) = (text, text.unicodeScalars.count, Self.bits(of: text))
  }

  private static func bits(of word: String) -> UInt64 {
    word.unicodeScalars.reduce(0) { $0 | 1 << UInt64($1.value % 64) }
  }

  /// How many typing errors a word of this length may have.
  var maxEdits: Int { length < 4 ? 0 : length < 8 ? 1 : 2 }

  /// The edit distance; nil if it is too great.
  func edits(to word: String) -> Int? {
    guard (bits ^ Self.bits(of: word)).nonzeroBitCount <= 2 * maxEdits else { return nil }
    let edits = EditDistance.between(text, word)
    return edits <= maxEdits ? edits : nil
  }
}
