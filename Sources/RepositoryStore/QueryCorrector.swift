import GRDB
import GitHubModel

/// Corrects words of a query that no star contains.
struct QueryCorrector {
  let database: Database
  let account: AccountID
  let query: StarQuery

  /// The closest words for those that no star has, and words without any; common words are not
  /// corrected.
  func corrections(
    of words: [LocalQuery.Term]
  ) throws -> (replaced: [(LocalQuery.Term, String?)], missing: [LocalQuery.Term]) {
    var replaced: [(LocalQuery.Term, String?)] = []
    var missing: [LocalQuery.Term] = []
    let synonyms = try Synonyms(database: database).withDoers(of: words)
    // Allows only one thorough search, since it takes some milliseconds.
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

  /// Whether a star contains the word or a synonym.
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

  /// The closest word in the library; nil if the term is too short to be a typo.
  ///
  /// A thorough search also finds words with another first letter.
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

  /// The tables of words, and prefixes to search for: counting all words of READMEs would be too
  /// slow.
  private static func scopes(
    _ word: [Unicode.Scalar],
    isThorough: Bool
  ) -> [(table: String, starts: Set<String>)] {
    func starts(_ places: [[Int]]) -> Set<String> {
      Set(places.map { places in String(String.UnicodeScalarView(places.map { word[$0] })) })
    }
    // As typed, or with one of the first letters missing, superfluous or swapped.
    return [
      ("fact_word", starts([[0], [1]])),
      ("text_word", starts([[0, 1], [0, 2], [1, 0], [1, 2]])),
    ] + (isThorough ? [("fact_word", [""])] : [])
  }
}

extension Database {
  /// The known repository name with the smallest edit distance, preferring more stars; nil if none
  /// is close enough, or the text is too short or not just a name.
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
  /// A bit for each letter that occurs; an edit changes at most two.
  private let bits: UInt64

  init(_ text: String) {
    (self.text, length, bits) = (text, text.unicodeScalars.count, Self.bits(of: text))
  }

  private static func bits(of word: String) -> UInt64 {
    word.unicodeScalars.reduce(0) { $0 | 1 << UInt64($1.value % 64) }
  }

  /// The maximum number of typos in a word of this length.
  var maxEdits: Int { length < 4 ? 0 : length < 8 ? 1 : 2 }

  /// The edit distance; nil if it is too large.
  func edits(to word: String) -> Int? {
    guard (bits ^ Self.bits(of: word)).nonzeroBitCount <= 2 * maxEdits else { return nil }
    let edits = EditDistance.between(text, word)
    return edits <= maxEdits ? edits : nil
  }
}
