import GRDB
import GitHubModel

/// The lines of notes and READMEs that contain words of a query.
struct MatchedLines {
  let search: StarSearch

  func matches(of repositories: [Int64]) throws -> [Int64: TextMatch] {
    var lines: [Int64: TextMatch] = [:]
    var rest = repositories
    let byFacts = try search.pattern(.facts, [:]).map { try ids(.facts, $0, of: rest) } ?? []
    rest.removeAll { byFacts.contains($0) }
    let synonyms = try search.synonyms()
    let places: [(TextIndex, StarField)] = [
      (.notes, .note), (.everything, .readme), (.everything, .note),
    ]
    for (index, field) in places where !rest.isEmpty && index.adds(to: search) {
      guard let pattern = try search.pattern(index, synonyms) else { continue }
      lines.merge(try self.lines(field, index, pattern, of: rest)) { first, _ in first }
      rest.removeAll { lines[$0] != nil }
    }
    return lines
  }

  /// The repositories that match.
  private func ids(
    _ index: TextIndex,
    _ pattern: String,
    of repositories: [Int64]
  ) throws -> Set<Int64> {
    let table = SQL(sql: index.rawValue)
    let found: [Int64] = try search.database.column(
      "SELECT rowid FROM \(table) WHERE \(table) MATCH \(pattern) AND \(Self.isOne(of: repositories))"
    )
    return Set(found)
  }

  /// The lines of a text for the repositories that match; those whose words are in other texts are
  /// omitted.
  private func lines(
    _ field: StarField,
    _ index: TextIndex,
    _ pattern: String,
    of repositories: [Int64]
  ) throws -> [Int64: TextMatch] {
    let table = SQL(sql: index.rawValue)
    let column = index.fields.firstIndex(of: field) ?? 0
    let pairs: [(Int64, String)] = try search.database.pairs(
      """
      SELECT rowid, snippet(\(table), \(column), char(2), char(3), '…', \(Self.wordCount))
      FROM \(table) WHERE \(table) MATCH \(pattern) AND \(Self.isOne(of: repositories))
      """
    )
    let property: TextMatch.Property = field == .note ? .note : .readme
    return Dictionary(pairs) { first, _ in first }
      .mapValues { Self.match($0, in: property) }.filter { !$0.value.ranges.isEmpty }
  }

  /// The plus keeps SQLite from running the full-text query once per repository.
  private static func isOne(of repositories: [Int64]) -> SQL {
    "+rowid IN (SELECT value FROM json_each(\(repositories.json)))"
  }

  /// The number of words in a line, about as many as fit on a terminal.
  private static let wordCount = 24

  /// Parses the marks around words, and joins the text into one line.
  private static func match(_ marked: String, in property: TextMatch.Property) -> TextMatch {
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    var start = 0
    for byte in SearchableText.decoded(marked).utf8 {
      switch byte {
      case 2: start = text.count
      case 3: if start < text.count { ranges.append(start..<text.count) }
      case 10: if text.last != 32 { text.append(32) }
      default: text.append(byte)
      }
    }
    trimToWords(&text, &ranges)
    return TextMatch(
      property: property,
      fragment: String(decoding: text, as: UTF8.self),
      ranges: ranges
    )
  }

  /// Removes partial words next to ellipses.
  ///
  /// FTS5 cuts between its tokens, and a word such as `node.js` has several. A long part without a
  /// space is text in a script without spaces.
  private static func trimToWords(_ text: inout [UInt8], _ ranges: inout [Range<Int>]) {
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
