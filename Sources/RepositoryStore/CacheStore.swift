package import Essentials
import GRDB
package import GitHubModel

/// Expendable data: searchable repositories seen earlier, cached responses, and search history.
///
/// A damaged file is set aside, and opening it again creates a new one. All calls block, usually
/// for milliseconds and for at most 200 ms while other processes write; like ``LibraryStore``, it
/// stays with an actor on a ``StoreExecutor``.
package struct CacheStore {
  let file: StoreFile

  /// Opens the file; creates it and its directory if needed.
  package init(path: String, now: @escaping @Sendable () -> Date) throws(StoreError) {
    func open() throws(StoreError) -> StoreFile {
      try StoreFile(path: path, isLasting: false, makeTables: Schema.makeCache, now: now)
    }
    do throws(StoreError) { file = try open() } catch .corrupt { file = try open() }
  }

  /// Records repositories from a response in one transaction, and makes them searchable.
  ///
  /// If there are too many, only the most recently updated are kept.
  package func record(_ repositories: [Repository]) throws(StoreError) {
    let now = file.now().wholeSeconds ?? 0
    try file.write { database in
      for change in try RepositoryTable(database, now: now).put(repositories) {
        try SearchTexts(database).put(change.new)
      }
      let count: Int = try database.value("SELECT count(*) FROM repository") ?? 0
      guard count > Self.maxRepositories else { return }
      try database.run(
        """
        DELETE FROM repository WHERE id IN (
          SELECT id FROM repository ORDER BY changed_at DESC, id LIMIT -1 OFFSET \(Self.keptRepositories)
        )
        """
      )
    }
  }

  /// The maximum number of repositories, about 2 KB each, and the number then kept, so that few
  /// calls remove any.
  private static let (maxRepositories, keptRepositories) = (22_000, 20_000)

  /// Repositories that match the words of a query: first an exact name, then those with all words
  /// in their names, then the others; each group is sorted by stars.
  ///
  /// If more than 500 match, not all are compared. Empty for a query without words. Exclusions and
  /// qualifiers are left to a ``LocalFilter``.
  package func matches(_ text: String, limit: Int) throws(StoreError) -> [Repository] {
    let nodes = LocalQuery(text).nodes
    let name = NormalizedName(nodes.filter(\.isWords))?.text
    let column = SQL(sql: NormalizedName.column)
    return try file.read { database in
      var (found, known) = ([Repository](), Set<Repository.ID>())
      for fields in [[.name], [.name, .topics, .description]] as [Set<StarField>] {
        let patterns = StarPatterns(database: database, index: .facts, fields: fields)
        guard found.count < limit, let words = try patterns.all(nodes) else { continue }
        let rows = try database.rows(
          """
          SELECT \(sql: RepositoryColumns.list) FROM (
            SELECT * FROM (SELECT rowid AS id FROM fact_index WHERE fact_index MATCH \(words) LIMIT 500)
            UNION SELECT id FROM repository WHERE \(column) = \(name)
          ) AS found
          CROSS JOIN repository ON repository.id = found.id
          ORDER BY \(column) = \(name) DESC, stars DESC LIMIT \(limit)
          """
        )
        found += rows.compactMap { RepositoryColumns.repository($0) }
          .filter { known.insert($0.id).inserted }
      }
      return Array(found.prefix(limit))
    }
  }

  /// The number of repositories with each of the words, counting at most a thousand.
  package func counts(of words: [String]) throws(StoreError) -> [String: Int] {
    try file.read { try StarPatterns.counts(of: words, in: $0) }
  }

  /// The name, in lowercase, of a repository that a text may be a misspelling of.
  package func nearestName(to text: String) throws(StoreError) -> String? {
    try file.read { try $0.nearestName(to: text) }
  }

  /// The repository with this name in any case.
  package func repository(named name: RepositoryName) throws(StoreError) -> Repository? {
    try file.read { try RepositoryTable($0).repository(named: name) }
  }
}

extension CacheStore {
  /// The response cached under the key, regardless of its age.
  package func response(_ key: String) throws(StoreError) -> StoredResponse? {
    try file.read { database in
      let row = try database.rows(
        "SELECT stored_at, entity_tag, link, body FROM answer WHERE key = \(key)"
      ).first
      guard let row, let seconds = row.value(0, Int64.self), let body = row.value(3, Data.self)
      else {
        return nil
      }
      var response = StoredResponse(body: [UInt8](body))
      response.storedAt = Date(wholeSeconds: seconds)
      (response.entityTag, response.link) = (row.value(1, String.self), row.value(2, String.self))
      return response
    }
  }

  /// The keys of up to 500 responses cached since a date that end with a text, newest first.
  package func keys(endingWith end: String, since date: Date) throws(StoreError) -> [String] {
    let (start, length) = (date.wholeSeconds ?? 0, end.unicodeScalars.count)
    return try file.read { database in
      try database.rows(
        """
        SELECT key FROM answer WHERE stored_at >= \(start) AND substr(key, \(-length)) = \(end)
        ORDER BY stored_at DESC LIMIT 500
        """
      )
      .compactMap { $0.value(0, String.self) }
    }
  }

  /// Caches a response, replacing the previous one.
  ///
  /// Responses older than 30 days are removed, and then the oldest ones while the total exceeds 64
  /// MiB. A response of more than 16 MiB is not cached.
  package func cache(_ response: StoredResponse, as key: String) throws(StoreError) {
    let now = file.now().wholeSeconds ?? 0
    let (tag, link) = (response.entityTag?.storable, response.link?.storable)
    let body = Data(response.body)
    try file.write { database in
      try database.run("DELETE FROM answer WHERE key = \(key)")
      guard body.count <= Self.maxResponseBytes else { return }
      try database.run(
        """
        INSERT INTO answer (key, stored_at, size, entity_tag, link, body)
        VALUES (\(key), \(now), \(body.count), \(tag), \(link), \(body));
        DELETE FROM answer WHERE stored_at < \(now - Self.maxAge) OR rowid IN (
          SELECT rowid FROM (
            SELECT rowid, sum(size) OVER (ORDER BY stored_at DESC, rowid DESC) AS bytes FROM answer
          ) WHERE bytes > \(Self.maxBytes)
        )
        """
      )
    }
  }

  private static let maxResponseBytes = 16 << 20
  private static let maxBytes = 64 << 20
  /// The maximum age in seconds.
  private static let maxAge: Int64 = 30 * 86_400
}

// MARK: - History

extension CacheStore {
  /// The user's searches, newest first, without duplicates.
  package func history() throws(StoreError) -> [String] {
    try file.read { database in
      try database.column("SELECT text FROM history ORDER BY place DESC")
    }
  }

  /// Moves a text to the front of the history, which keeps only the newest texts.
  package func remember(_ text: String, keeping count: Int) throws(StoreError) {
    try file.write { database in
      try database.run(
        """
        INSERT OR REPLACE INTO history (text) VALUES (\(text));
        DELETE FROM history WHERE place NOT IN (
          SELECT place FROM history ORDER BY place DESC LIMIT \(count)
        )
        """
      )
    }
  }
}
