import GRDB
import GitHubModel
import System

/// The stars found by a query, corrected or relaxed if no star has all words.
struct StarMatcher {
  let database: Database
  let account: AccountID
  let query: StarQuery

  func matches(limit: Int, offset: Int, isCounted: Bool) throws -> StarMatches {
    guard limit > 0 else { return StarMatches(stars: [], query: query, correction: nil) }
    let end = limit < .max - offset ? limit + offset : .max
    let found = try found(limit: isCounted ? .max : end)
    let stars = try StarTable(database).stars(of: found.ids.prefix(end).dropFirst(offset), account)
    return StarMatches(
      stars: stars,
      query: found.query,
      correction: found.correction,
      total: isCounted ? found.ids.count : nil
    )
  }

  typealias Found = (ids: [Int64], query: StarQuery, correction: SearchCorrection?)

  /// The repositories found, best first, the query that they match, and its difference from the
  /// typed one.
  func found(limit: Int) throws -> Found {
    let isQuestion = query.query.isQuestion && !query.isExact
    func all(_ query: LocalQuery) throws -> Found {
      let searched = self.query.with(isQuestion ? query.narrowed(to: query.subject) : query)
      return (try StarSearch(database, account, searched).ids(limit: limit), searched, nil)
    }
    let typed = try all(query.query)
    if query.isExact || !(typed.ids.isEmpty || isQuestion) { return typed }
    if !typed.ids.isEmpty { return try adding(query.query, to: typed, limit: limit) }
    let words = query.query.nodes.flatMap(\.words)
    let corrector = QueryCorrector(database: database, account: account, query: query)
    let (replaced, missing) = try corrector.corrections(of: words)
    var found = typed
    var corrected = query.query
    if !replaced.isEmpty {
      corrected = corrected.replacing(replaced)
      found = try all(corrected)
      found.correction = SearchCorrection(from: query.query.text, to: corrected.text)
      if !found.ids.isEmpty, !isQuestion { return found }
    }
    let all = try adding(corrected, to: found, missing: missing, limit: limit)
    return all.ids.isEmpty ? typed : all
  }

  /// Adds the stars that have some of the query's plain words.
  private func adding(
    _ words: LocalQuery,
    to found: Found,
    missing: [LocalQuery.Term] = [],
    limit: Int
  ) throws -> Found {
    let complete = found.ids
    guard words.plainWords.count > 1, complete.count < min(limit, Self.maxCount) else {
      return found
    }
    let known = Set(complete)
    let others = try StarSearch(database, account, query.with(words.narrowed(to: [])))
      .ranked(by: words.subject, limit: Self.maxCount).filter { !known.contains($0) }
      .prefix(min(limit, Self.maxCount) - complete.count)
    if others.isEmpty { return found }
    let correction = SearchCorrection(
      from: query.query.text,
      to: words.text,
      partial: .init(after: complete.count, missing: missing.map(\.text))
    )
    let searched =
      complete.isEmpty ? query.with(words.narrowed(to: words.subject, any: true)) : found.query
    return (complete + others, searched, correction)
  }

  /// The maximum number of partial matches including those before them; more would not be read.
  private static let maxCount = 50
}

extension StarQuery {
  fileprivate func with(_ query: LocalQuery) -> Self {
    var changed = self
    changed.query = query
    return changed
  }
}

// MARK: - Ranking

extension StarSearch {
  /// The repositories that have some of the words, those with the most and rarest words first; the
  /// rest of the query applies to all of them.
  ///
  /// This is BM25 with all forms and synonyms of a word counted as one: FTS5 counts each as a word,
  /// so that a rare form would count more than the word itself. Notes and READMEs count only if the
  /// facts lack the word.
  func ranked(by words: [LocalQuery.Term], limit: Int) throws -> [Int64] {
    let total = try database.value("SELECT count(*) FROM search_text") ?? 0
    let synonyms = try Synonyms(database: database).withDoers(of: words)
    var scores: [Int64: Double] = [:]
    for word in words + LocalQuery.joined(words) {
      let hits = try hits(word, synonyms)
      let rarity = Self.rarity(of: hits.count, in: total)
      for (id, score) in hits {
        scores[id, default: 0] +=
          score.map { min($0, Self.maxFrequency * rarity) } ?? Self.textFactor * rarity
      }
    }
    let best = scores.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
    var found: [Int64] = []
    for start in stride(from: 0, to: best.count, by: Self.chunk) where found.count < limit {
      let part = best[start..<min(start + Self.chunk, best.count)]
      found += try ordered(part.map { ($0.key, $0.value) })
    }
    return Array(found.prefix(limit))
  }

  /// The repositories with the word, and its weight in their facts; nil if they lack it.
  private func hits(
    _ word: LocalQuery.Term,
    _ synonyms: Synonyms.Words
  ) throws -> [Int64: Double?] {
    var hits: [Int64: Double?] = [:]
    for index in TextIndex.allCases {
      let fields = query.fields.intersection(index.ownFields)
      if fields.isEmpty { continue }
      let patterns = StarPatterns(
        database: database,
        index: index,
        fields: fields,
        synonyms: synonyms
      )
      guard let pattern = try patterns.pattern(word) else { continue }
      let table = SQL(sql: index.rawValue)
      let rank: SQL = index == .facts ? "-bm25(\(table), 1, 2, 2)" : "null"
      let limit = index == .everything ? Self.maxRanked + 1 : -1
      let rows = try SQLRequest<Row>(
        literal:
          "SELECT rowid, \(rank) FROM \(table) WHERE \(table) MATCH \(pattern) LIMIT \(limit)"
      ).fetchAll(database)
      // A common word says little about a README.
      if rows.count == limit { continue }
      for row in rows {
        guard let id = row.value(0, Int64.self), hits[id] == nil else { continue }
        hits[id] = .some(row.value(1, Double.self))
      }
    }
    return hits
  }

  /// The repositories that are results, sorted by score, and among equals by newest star.
  private func ordered(_ scores: [(id: Int64, score: Double)]) throws -> [Int64] {
    let list = scores.map { "[\($0.id),\($0.score)]" }.joined(separator: ",")
    return try database.ids(
      """
      WITH hit (id, score) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1 FROM json_each(\("[\(list)]"))
      )
      SELECT hit.id FROM hit
      CROSS JOIN star ON star.repository = hit.id AND star.account = \(account?.rawValue)
      WHERE \(StarCondition(search: self, id: "hit.id").all(nodes))
      ORDER BY hit.score * iif(\(RepositoryColumns.isArchived("hit.id")), 0.9, 1) DESC,
        star.starred_at DESC, star.id DESC
      """
    )
  }

  /// The inverse document frequency of BM25.
  private static func rarity(of count: Int, in total: Int) -> Double {
    max(((Double(total - count) + 0.5) / (Double(count) + 0.5)).naturalLogarithm, 0.000001)
  }

  /// The maximum weight of a word regardless of its frequency: `k1 + 1` of BM25.
  private static let maxFrequency = 2.2
  /// The weight of a word in a note or README, evaluated by `SearchQualityTests`.
  private static let textFactor = 0.4
  /// The number looked up at once: more than are shown, since some may not be stars.
  private static let chunk = 500
}

extension TextIndex {
  /// The fields that earlier indexes lack.
  fileprivate var ownFields: Set<StarField> {
    switch self {
    case .facts: [.name, .topics, .description]
    case .notes: [.note]
    case .everything: [.readme]
    }
  }
}
