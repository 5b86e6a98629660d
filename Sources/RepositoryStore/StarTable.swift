package import Essentials
import GRDB
package import GitHubModel

extension LibraryStore {
  /// The copy of the account's stars, newest first; only the requested ones are loaded.
  package func stars(
    of account: AccountID,
    where isWanted: @escaping (Star) -> Bool = { _ in true }
  ) throws(StoreError) -> [Star] {
    try file.read { try StarTable($0).all(of: account, isWanted: isWanted) }
  }

  /// The star times of those repositories that are stars in the copy.
  package func starDates(
    of ids: [Repository.ID],
    by account: AccountID
  ) throws(StoreError) -> [Repository.ID: Date] {
    try file.read { try StarTable($0).dates(of: ids, by: account) }
  }

  /// Whether the copy has a star of the repository.
  package func isStarred(_ name: RepositoryName, by account: AccountID) throws(StoreError) -> Bool {
    try file.read { database in
      guard let id = try RepositoryTable(database).repository(named: name)?.id else { return false }
      return try StarTable(database).starredAt(id, by: account) != nil
    }
  }

  /// The star states known from the copy.
  ///
  /// True for repositories in the copy; false for others once the copy has been complete. Unknown
  /// states are omitted.
  package func starStates(
    of ids: [Repository.ID],
    account: AccountID
  ) throws(StoreError) -> [Repository.ID: Bool] {
    try file.read { database in
      let isComplete = try SyncTable(database).state(of: account).finishedAt != nil
      let starred = try StarTable(database).dates(of: ids, by: account)
      var known: [Repository.ID: Bool] = [:]
      for id in ids { known[id] = starred[id] != nil ? true : isComplete ? false : nil }
      return known
    }
  }

  /// Records a change that GitHub has just made.
  ///
  /// Without `facts` for an unknown repository, nothing is recorded; the next sync adds a new star.
  package func record(
    isStarred: Bool,
    _ name: RepositoryName,
    _ facts: Repository?,
    of account: AccountID
  ) throws(StoreError) {
    try file.write { database in
      let repositories = RepositoryTable(database, now: seconds)
      if let facts { try repositories.record([facts]) }
      guard let repository = try facts ?? repositories.repository(named: name) else { return }
      let (stars, syncs) = (StarTable(database), SyncTable(database))
      guard isStarred else {
        try syncs.recordUnstarred(repository.id, of: account)
        return try stars.remove(repository.id, of: account)
      }
      let star = Star(repository, starredAt: Date(wholeSeconds: seconds))
      // Uses the generation of the current sync, which would otherwise remove it.
      let generation = try syncs.state(of: account).generation
      _ = try stars.put(star, of: account, generation: generation)
      try syncs.forgetUnstarred(repository.id, of: account)
    }
  }
}

/// The table of all accounts' stars.
struct StarTable {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// Adds a star, or keeps an existing one; returns whether it is new.
  ///
  /// `page` is GitHub's page that lists it. An existing star keeps its date unless the page
  /// supplies one, since the repository may have been unstarred and starred again.
  func put(
    _ star: Star,
    of account: AccountID,
    generation: Int64,
    page: Int? = nil
  ) throws -> Bool {
    let isNew = try starredAt(star.repository.id, by: account) == nil
    let isDated = page != nil && star.starredAt > .distantPast
    try database.cachedStatement(
      sql: """
        INSERT INTO star (account, repository, starred_at, generation, page)
        VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (repository, account) DO UPDATE SET generation = excluded.generation,
          page = excluded.page, starred_at = iif(?, excluded.starred_at, starred_at)
        """
    ).execute(arguments: [
      account.rawValue, star.repository.id, star.starredAt.wholeSeconds ?? 0, generation, page,
      isDated,
    ])
    return isNew
  }

  /// Removes a star, if any.
  func remove(_ id: Repository.ID, of account: AccountID) throws {
    try database.run("DELETE FROM star WHERE repository = \(id) AND account = \(account)")
  }

  /// The stars that meet the condition, which may name columns of both tables.
  func all(
    of account: AccountID,
    where condition: SQL = "true",
    isWanted: @escaping (Star) -> Bool = { _ in true }
  ) throws -> [Star] {
    // Row by row, since the rows of all stars would take as much memory as the stars.
    let rows = try SQLRequest<Row>(
      literal: """
        SELECT star.starred_at, star.gone_at, \(sql: RepositoryColumns.list) FROM star
        JOIN repository ON repository.id = star.repository
        WHERE star.account = \(account) AND \(literal: condition)
        ORDER BY star.starred_at DESC, star.id DESC
        """
    ).fetchCursor(database)
    return try Array(rows.compactMap(Star.init).filter(isWanted))
  }

  /// The account's stars of the repositories, in their order.
  func stars(of ids: ArraySlice<Int64>, _ account: AccountID?) throws -> [Star] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT star.starred_at, star.gone_at, \(RepositoryColumns.list) FROM json_each(?) AS wanted
          CROSS JOIN star ON star.repository = wanted.value AND star.account = ?
          CROSS JOIN repository ON repository.id = star.repository
          ORDER BY wanted.key
          """
      ),
      arguments: [ids.json, account?.rawValue]
    ).compactMap(Star.init)
  }

  func count(of account: AccountID) throws -> Int {
    try database.value("SELECT count(*) FROM star WHERE account = \(account)") ?? 0
  }

  /// The star times of those repositories that the account has starred.
  func dates(of ids: [Int64], by account: AccountID) throws -> [Int64: Date] {
    let pairs: [(Int64, Int64)] = try database.pairs(
      """
      SELECT star.repository, star.starred_at FROM json_each(\(ids.json)) AS wanted
      CROSS JOIN star ON star.repository = wanted.value AND star.account = \(account)
      """
    )
    return Dictionary(pairs) { first, _ in first }.mapValues(Date.init(wholeSeconds:))
  }

  /// When the account starred the repository, in seconds; nil if it has not.
  func starredAt(_ id: Repository.ID, by account: AccountID) throws -> Int64? {
    let statement = try database.cachedStatement(
      sql: "SELECT starred_at FROM star WHERE repository = ? AND account = ?"
    )
    return try Int64.fetchOne(statement, arguments: [id, account.rawValue])
  }
}

extension Star {
  /// Reads the two times and the repository's columns.
  init?(_ row: Row) {
    guard let seconds = row.value(0, Int64.self),
      let repository = RepositoryColumns.repository(row, from: 2)
    else { return nil }
    self.init(repository, starredAt: Date(wholeSeconds: seconds))
    goneAt = row.value(1, Int64.self).map(Date.init(wholeSeconds:))
  }
}
