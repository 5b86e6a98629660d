import GRDB
import GitHubModel

/// Finds another query for one that finds nothing.
///
/// First with the nearest word of the library for each word that occurs nowhere, and then without one of the
/// words, or without several of the rarest.
struct QueryCorrector {
  let database: Database
  let account: AccountID
  let query: StarQuery

  /// The query that finds something, and how it differs; nil if none does.
  func correction() throws -> (StarQuery, SearchCorrection)? {
    var tried = query
    var replaced: [(LocalQuery.Term, String?)] = []
    for term in query.query.nodes.flatMap(\.words) where !term.isPhrase {
      if let nearest = try nearest(to: term, isThorough: replaced.isEmpty) {
        replaced.append((term, nearest))
      }
    }
    func found(without omission: SearchCorrection.Omission? = nil) throws
      -> (StarQuery, SearchCorrection)?
    {
      if try StarSearch(database, account, tried).stars(limit: 1).isEmpty { return nil }
      let (from, to) = (query.query.text, tried.query.text)
      return (tried, SearchCorrection(from: from, to: to, omission: omission))
    }
    if !replaced.isEmpty {
      tried.query = query.query.replacing(replaced)
      if let found = try found() { return found }
    }
    let terms = try Self.requiredTerms(tried.query).map { (term: $0, count: try count($0)) }
      .sorted { $0.count < $1.count }.map(\.term)
    let complete = tried.query
    for left in (1..<max(terms.count, 1)).reversed() {
      let omitted = terms.count - left
      // One of the five rarest words, but only the rarest of several: all combinations would take too long.
      for start in 0...(omitted == 1 ? min(left, 4) : 0) {
        tried.query = complete.replacing(terms[start..<start + omitted].map { ($0, nil) })
        if let found = try found(without: .init(omitted, of: terms.count)) { return found }
      }
    }
    return nil
  }

  /// The words that must all match.
  private static func requiredTerms(_ query: LocalQuery) -> [LocalQuery.Term] {
    query.nodes.compactMap { node in if case .term(let term) = node { term } else { nil } }
  }

  /// The number of stars that have the word, up to a limit.
  private func count(_ term: LocalQuery.Term) throws -> Int {
    var count = 0
    for index in TextIndex.allCases where count == 0 {
      let patterns = StarPatterns(database: database, index: index, fields: query.fields)
      guard let pattern = try patterns.pattern(term) else { continue }
      let table = SQL(sql: index.rawValue)
      count =
        try database.value(
          """
          SELECT count(*) FROM (
            SELECT 1 FROM \(table)
            CROSS JOIN star ON star.repository = \(table).rowid AND star.account = \(account)
            WHERE \(table) MATCH \(pattern) LIMIT 1000
          )
          """
        ) ?? 0
    }
    return count
  }
}

// MARK: - Spelling

extension QueryCorrector {
  /// The nearest word of the library, if the term occurs nowhere and is not too short to be a typing
  /// error.
  ///
  /// A thorough search also finds words that start with another letter.
  private func nearest(to term: LocalQuery.Term, isThorough: Bool) throws -> String? {
    let words = try StarWords.tokens(term.text, in: database)
    guard let word = words.first.map(Letters.init), words.count == 1, word.maxEdits > 0,
      try count(term) == 0
    else { return nil }
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
