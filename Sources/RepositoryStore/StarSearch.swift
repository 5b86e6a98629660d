import GRDB
package import GitHubModel

/// The texts in which stars are searched for words, the most important first.
package enum StarField: String, Sendable, CaseIterable {
  /// The owner and the name.
  case name
  /// The topics and the language.
  case topics
  case description
  /// The README, if it was fetched.
  case readme
}

extension LibraryStore {
  /// The account's stars with all words of the text in these fields, the best first.
  ///
  /// The last word may be the beginning of one, and words in double quotes are a phrase. Nothing else in
  /// the text has a special meaning. Chinese, Japanese and Korean text is found by any part of it.
  ///
  /// First come repositories with exactly that name, then those whose name, topics and description have
  /// all words, then those that are found by their README. Of equally good ones, the newest star comes first,
  /// and so it does among READMEs if thousands match.
  /// Stars of which only the name is known come last. Empty for a text without a letter or digit.
  ///
  /// `offset` is the number of stars that are left out at the beginning.
  package func starMatches(
    _ text: String,
    in fields: Set<StarField> = Set(StarField.allCases),
    of account: AccountID,
    limit: Int,
    offset: Int = 0
  ) throws(StoreError) -> [Star] {
    guard limit > 0 else { return [] }
    return try file.read { database in
      guard let query = try StarQuery(text, in: database) else { return [] }
      let search = StarSearch(database: database, account: account, query: query, fields: fields)
      let end = limit < .max - offset ? limit + offset : .max
      let ids = try search.ids(text, limit: end)
      let stars = try StarTable(database).stars(of: ids.dropFirst(offset), account)
      guard ids.count < end, fields.contains(.name) else { return stars }
      let named = try search.namedStars().dropFirst(max(0, offset - ids.count))
      return stars + named.prefix(limit - stars.count)
    }
  }

  /// The number of stars that ``starMatches(_:in:of:limit:offset:)`` finds, those with only a name aside.
  package func starMatchCount(
    _ text: String,
    in fields: Set<StarField>,
    of account: AccountID
  ) throws(StoreError) -> Int {
    try file.read { database in
      guard let query = try StarQuery(text, in: database) else { return 0 }
      return try StarSearch(database: database, account: account, query: query, fields: fields)
        .count(text)
    }
  }

  /// A line of context for each of the repositories that the text finds only by their READMEs.
  ///
  /// The repositories are results of ``starMatches(_:in:of:limit:offset:)`` for the same text and fields;
  /// others are left out.
  package func readmeMatches(
    _ text: String,
    in fields: Set<StarField> = Set(StarField.allCases),
    of repositories: [Repository.ID]
  ) throws(StoreError) -> [Repository.ID: TextMatch] {
    guard fields.contains(.readme), !repositories.isEmpty else { return [:] }
    return try file.read { database in
      guard let query = try StarQuery(text, in: database) else { return [:] }
      return try ReadmeExcerpts(database: database, query: query, fields: fields)
        .matches(of: repositories)
    }
  }
}

/// A search of an account's stars.
private struct StarSearch {
  let database: Database
  let account: AccountID
  let query: StarQuery
  let fields: Set<StarField>

  /// The repositories that match, the best first.
  func ids(_ text: String, limit: Int) throws -> [Int64] {
    var found: [Int64] = []
    var known: Set<Int64> = []
    func add(_ ids: [Int64]) {
      for id in ids where found.count < limit && known.insert(id).inserted { found.append(id) }
    }
    if fields.contains(.name) { add(try namesakes(text)) }
    for index in TextIndex.allCases where found.count < limit {
      if let pattern = query.pattern(for: index, in: fields) {
        add(try ids(index, pattern, limit: limit))
      }
    }
    return found
  }

  /// The number of repositories that match.
  func count(_ text: String) throws -> Int {
    var found = Set(fields.contains(.name) ? try namesakes(text) : [])
    for index in TextIndex.allCases {
      guard let pattern = query.pattern(for: index, in: fields) else { continue }
      found.formUnion(
        try Int64.fetchAll(
          database.cachedStatement(sql: selection(from: index)),
          arguments: [account.rawValue, pattern]
        )
      )
    }
    return found.count
  }

  private func ids(_ index: TextIndex, _ pattern: String, limit: Int) throws -> [Int64] {
    let table = index.rawValue
    let isRanked = try index == .facts || !isCommon(pattern)
    let rank = isRanked ? "bm25(\(table), \(index.weights)), " : ""
    return try Int64.fetchAll(
      database.cachedStatement(
        sql: """
          \(selection(from: index))
          ORDER BY \(rank)star.starred_at DESC, star.id DESC
          LIMIT ?
          """
      ),
      arguments: [account.rawValue, pattern, limit]
    )
  }

  /// Selects the account's stars that match a pattern.
  private func selection(from index: TextIndex) -> String {
    let table = index.rawValue
    return """
      SELECT \(table).rowid FROM \(table)
      CROSS JOIN star ON star.repository = \(table).rowid AND star.account = ?
      WHERE \(table) MATCH ?
      """
  }

  /// Whether too many READMEs match for a ranking to be useful and fast: it takes 2 µs each.
  private func isCommon(_ pattern: String) throws -> Bool {
    let count: Int? = try database.value(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM text_index WHERE text_index MATCH \(pattern) LIMIT \(Self.maxRanked + 1)
      )
      """
    )
    return count ?? 0 > Self.maxRanked
  }

  static let maxRanked = 1_000

  /// The repositories with exactly that name, with or without its owner.
  ///
  /// The cross join keeps SQLite from looking at all stars, so as to read them in order.
  private func namesakes(_ text: String) throws -> [Int64] {
    guard let wanted = ExactName(text) else { return [] }
    return try Int64.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT repository.id FROM repository
          CROSS JOIN star ON star.repository = repository.id AND star.account = ?1
          WHERE repository.name = ?2 AND (?3 IS NULL OR repository.owner = ?3)
          ORDER BY star.starred_at DESC, star.id DESC
          """
      ),
      arguments: [account.rawValue, wanted.name.storable, wanted.owner?.storable]
    )
  }

  /// The stars of which only the name is known, if that has all words.
  func namedStars() throws -> [Star] {
    try StarTable(database).all(of: account, where: "star.repository IS NULL").filter { star in
      let words = try PrefixQuery.tokens(SearchText.words(of: star.name), in: database)
      return query.terms.allSatisfy { $0.occurs(in: words) }
    }
  }
}

/// The lines of READMEs in which the words of a query occur.
private struct ReadmeExcerpts {
  let database: Database
  let query: StarQuery
  let fields: Set<StarField>

  func matches(of repositories: [Int64]) throws -> [Int64: TextMatch] {
    guard let pattern = query.pattern(for: .everything, in: fields) else { return [:] }
    let byFacts = try query.pattern(for: .facts, in: fields).map { pattern in
      try Int64.fetchSet(
        database.cachedStatement(
          sql: "SELECT rowid FROM fact_index WHERE fact_index MATCH ? AND \(Self.isWanted)"
        ),
        arguments: [pattern, repositories.json]
      )
    }
    let rest = repositories.filter { byFacts?.contains($0) != true }
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT rowid, snippet(text_index, 3, char(2), char(3), '…', \(Self.wordCount))
          FROM text_index WHERE text_index MATCH ? AND \(Self.isWanted)
          """
      ),
      arguments: [pattern, rest.json]
    )
    let found = rows.compactMap { row -> (Int64, TextMatch)? in
      guard let id = row.value(0, Int64.self), let text = row.value(1, String.self) else {
        return nil
      }
      let match = Self.match(text)
      return match.ranges.isEmpty ? nil : (id, match)
    }
    return Dictionary(found) { first, _ in first }
  }

  /// The plus keeps SQLite from running the full-text query once for each repository.
  private static let isWanted = "+rowid IN (SELECT value FROM json_each(?))"

  /// A line on a terminal has room for about as many.
  private static let wordCount = 24

  /// Reads the marks around words, and makes one line of the text.
  private static func match(_ marked: String) -> TextMatch {
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    var start = 0
    for byte in marked.utf8 {
      switch byte {
      case 2: start = text.count
      case 3: if start < text.count { ranges.append(start..<text.count) }
      case SearchableText.separator: break
      case 10: if text.last != 32 { text.append(32) }
      default: text.append(byte)
      }
    }
    beginAndEndAtWords(&text, &ranges)
    return TextMatch(
      property: .readme,
      fragment: String(decoding: text, as: UTF8.self),
      ranges: ranges
    )
  }

  /// Removes what may be parts of words beside the dots that stand for the rest of the README.
  ///
  /// FTS5 cuts between its tokens, of which a word such as `node.js` has several. A long part without a
  /// space is no word but text in a script without spaces.
  private static func beginAndEndAtWords(_ text: inout [UInt8], _ ranges: inout [Range<Int>]) {
    guard let first = ranges.first, let last = ranges.last else { return }
    let dots = Array("…".utf8)
    if text.count > dots.count, text.suffix(dots.count) == dots[...],
      let space = text.lastIndex(of: 32), space >= last.upperBound,
      text.count - space <= maxPartBytes
    {
      text.replaceSubrange(space..., with: dots)
    }
    if text.starts(with: dots), let space = text.firstIndex(of: 32), space < first.lowerBound,
      space <= maxPartBytes
    {
      let cut = space + 1 - dots.count
      text.removeSubrange(dots.count...space)
      ranges = ranges.map { $0.lowerBound - cut..<$0.upperBound - cut }
    }
  }

  private static let maxPartBytes = 40
}

/// The full-text indexes of the library, in the order in which a search looks at them.
enum TextIndex: String, CaseIterable {
  /// Of names, topics and descriptions.
  case facts = "fact_index"
  /// Of READMEs too.
  case everything = "text_index"

  var fields: [StarField] {
    switch self {
    case .facts: [.name, .topics, .description]
    case .everything: StarField.allCases
    }
  }

  /// Shorter beginnings of words are whole words here: nearly all READMEs have a word that begins with `st`,
  /// and FTS5 would collect the rows of all of these words first.
  var minPrefix: Int {
    switch self {
    case .facts: 1
    case .everything: 4
    }
  }

  /// The weights of the columns for `bm25`; see `make bench-search`.
  var weights: String {
    switch self {
    case .facts: "10, 5, 2"
    case .everything: "10, 5, 3, 1"
    }
  }
}

/// A text as the user types it, as a query of the library's full-text indexes.
///
/// The index's own tokenizer splits the text, so nothing but double quotes is syntax.
struct StarQuery {
  /// A word or a phrase.
  struct Term {
    /// A word such as `node.js` has several parts, which must follow each other.
    let words: [String]
    /// Whether the last part may be the beginning of a word.
    let isPrefix: Bool

    /// In FTS5's syntax.
    func pattern(isPrefix: Bool) -> String {
      "\"\(words.joined(separator: " "))\"" + (isPrefix ? " *" : "")
    }

    /// Whether the words have it.
    func occurs(in text: [String]) -> Bool {
      text.indices.contains { start in
        let part = text[start...].prefix(words.count)
        guard part.count == words.count, let last = part.last, let beginning = words.last else {
          return false
        }
        return part.dropLast().elementsEqual(words.dropLast())
          && (isPrefix ? last.hasPrefix(beginning) : last == beginning)
      }
    }
  }

  let terms: [Term]

  /// Nil for a text without a letter or digit.
  init?(_ text: String, in database: Database) throws {
    let typed = String(text.storable.unicodeScalars.prefix(Self.maxScalars))
    let parts = Self.parts(of: typed)
    terms = try parts.prefix(Self.maxTerms).enumerated().compactMap { index, part in
      let words = try PrefixQuery.tokens(SearchableText.make(part.text), in: database)
      let isLast = index == parts.count - 1
      return words.isEmpty ? nil : Term(words: words, isPrefix: isLast && !part.isPhrase)
    }
    if terms.isEmpty { return nil }
  }

  /// The query of one index in FTS5's syntax; nil for an index that has nothing to add.
  ///
  /// Whole words count more than beginnings of words.
  func pattern(for index: TextIndex, in fields: Set<StarField>) -> String? {
    let columns = index.fields.filter(fields.contains)
    guard !columns.isEmpty, index == .facts || columns.contains(.readme) else { return nil }
    return terms.map { term in
      let isPrefix = term.isPrefix && (term.words.last?.count ?? 0) >= index.minPrefix
      let whole = term.pattern(isPrefix: false)
      let pattern = isPrefix ? "(\(whole) OR \(term.pattern(isPrefix: true)))" : whole
      return Self.filter(columns) + pattern
    }
    .joined(separator: " AND ")
  }

  private static func filter(_ columns: [StarField]) -> String {
    "{\(columns.map(\.rawValue).joined(separator: " "))} : "
  }

  private struct Part {
    let text: Substring
    let isPhrase: Bool
  }

  /// The words and the phrases; a quotation mark without another one is a blank.
  private static func parts(of text: String) -> [Part] {
    let pieces = text.split(separator: "\"", omittingEmptySubsequences: false)
    return pieces.enumerated().flatMap { index, piece in
      let isPhrase = index % 2 == 1 && index < pieces.count - 1
      if isPhrase { return [Part(text: piece, isPhrase: true)] }
      return piece.split(whereSeparator: \.isWhitespace).map { Part(text: $0, isPhrase: false) }
    }
  }

  private static let maxScalars = 256
  private static let maxTerms = 16
}

/// The texts that the indexes of the library are made of.
struct SearchTexts {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// Stores the texts of a repository; the indexes are updated if they are new.
  func put(_ repository: Repository) throws {
    let topics = (repository.topics ?? []) + [repository.language].compactMap(\.self)
    try database.cachedStatement(
      sql: """
        INSERT INTO search_text (repository, name, topics, description) VALUES (?, ?, ?, ?)
        ON CONFLICT (repository) DO UPDATE SET
          name = excluded.name, topics = excluded.topics, description = excluded.description
        WHERE (search_text.name, search_text.topics, search_text.description)
          IS NOT (excluded.name, excluded.topics, excluded.description)
        """
    ).execute(arguments: [
      repository.id, SearchText.words(of: repository.name),
      SearchableText.make(topics.joined(separator: " ")),
      SearchableText.make(SearchText.beginning(repository.description ?? "")),
    ])
  }

  /// Stores the texts of all repositories.
  ///
  /// A migration calls this, when columns that later migrations add do not exist yet: they are read as
  /// null.
  func addAll() throws {
    let existing = Set(try database.columns(in: "repository").map(\.name))
    let list = RepositoryRow.columns.map { existing.contains($0) ? $0 : "NULL" }
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT \(list.joined(separator: ", ")) FROM repository"
    )
    while let row = try rows.next() { try RepositoryRow.repository(row).map(put) }
  }
}

/// Text in the form in which the tokenizer of the indexes finds its words.
///
/// Chinese, Japanese and Korean have no spaces between words, or have endings at them, and the tokenizer
/// would take a whole sentence for a word. So each of their characters is made a word: a query
/// is then a phrase, and finds any part of a sentence (decision 0145).
enum SearchableText {
  /// Put between characters that are words: no letter, and in no text that people write.
  static let separator: UInt8 = 0x1F

  /// The text with separators, and without other control characters than line breaks.
  static func make(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A }) { return String(text) }
    var made = String.UnicodeScalarView()
    var wasWord = false
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 && scalar != "\n" || scalar.value == 0x7F
      let isWord = isWordOfItsOwn(scalar)
      if isWord || wasWord { made.append(Unicode.Scalar(separator)) }
      made.append(isControl ? " " : scalar)
      wasWord = isWord
    }
    return String(made)
  }

  /// Whether it is an ideograph, kana, bopomofo or hangul
  /// (<https://www.unicode.org/Public/UNIDATA/Blocks.txt>).
  private static func isWordOfItsOwn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x318F,
      0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
      0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1AFF0...0x1B16F, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension StarTable {
  /// The account's stars of the repositories, in their order.
  fileprivate func stars(of ids: ArraySlice<Int64>, _ account: AccountID) throws -> [Star] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT star.name, star.starred_at, star.gone_at, \(RepositoryRow.list) FROM json_each(?) AS wanted
          CROSS JOIN star ON star.repository = wanted.value AND star.account = ?
          CROSS JOIN repository ON repository.id = star.repository
          ORDER BY wanted.key
          """
      ),
      arguments: [ids.json, account.rawValue]
    ).compactMap(Star.init)
  }
}

extension Collection<Int64> {
  /// A list of numbers for `json_each`.
  fileprivate var json: String { "[\(map(String.init).joined(separator: ","))]" }
}
