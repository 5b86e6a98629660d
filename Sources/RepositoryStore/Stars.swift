import GRDB
package import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A repository that an account has starred.
package struct Star: Sendable, Hashable {
  /// The repository's current name, or its name when it was starred.
  package let name: RepositoryName
  /// Nil if only the name is known, since it was starred on this machine.
  package let repository: Repository?
  /// In whole seconds.
  package let starredAt: Date

  /// Creates a star.
  package init(name: RepositoryName, repository: Repository?, starredAt: Date) {
    self.name = name
    self.repository = repository
    self.starredAt = starredAt
  }
}

extension LibraryStore {
  /// The copy of the account's stars, the newest first.
  package func stars(of account: AccountID) throws(StoreError) -> [Star] {
    try file.read { try StarTable($0).all(of: account) }
  }

  /// The account's star of a repository; nil if the copy has none.
  package func star(of id: Repository.ID, by account: AccountID) throws(StoreError) -> Star? {
    try file.read { try StarTable($0).all(of: account, where: "star.repository = ?", [id]).first }
  }

  /// The star states that the copy knows.
  ///
  /// True for repositories in the copy; false for others once the copy has been complete. Unknown states
  /// are left out.
  package func starStates(
    of ids: [Repository.ID],
    account: AccountID
  ) throws(StoreError) -> [Repository.ID: Bool] {
    try file.read { database in
      let table = StarTable(database)
      let isComplete = try SyncTable(database).state(of: account).finishedAt != nil
      var known: [Repository.ID: Bool] = [:]
      for id in Set(ids) {
        known[id] = try table.isStarred(id, by: account) ? true : isComplete ? false : nil
      }
      return known
    }
  }

  /// Records a change that GitHub has just made.
  ///
  /// `facts` are the repository's facts, if they are known.
  package func record(
    isStarred: Bool,
    _ name: RepositoryName,
    _ facts: Repository?,
    of account: AccountID
  ) throws(StoreError) {
    let now = seconds
    try file.write { database in
      let account = try account.current(in: database)
      let repositories = RepositoryTable(database, now: now)
      if let facts { try repositories.record(facts) }
      let id = try facts?.id ?? repositories.repository(named: name)?.id
      let (stars, syncs) = (StarTable(database), SyncTable(database))
      guard isStarred else {
        try syncs.recordUnstarred(name, id: id, of: account)
        return try stars.remove(name, id: id, of: account)
      }
      let date = Date(wholeSeconds: now)
      let star = Star(name: facts?.name ?? name, repository: nil, starredAt: date)
      // With the generation of the current sync, which would remove it otherwise.
      let generation = try syncs.state(of: account).generation
      _ = try stars.put(star, id: id, of: account, generation: generation)
      try syncs.forgetUnstarred(star.name, id: id, of: account)
    }
  }
}

/// The table of stars of all accounts.
///
/// A star refers to its repository's identifier, or has only the name while that is not known.
struct StarTable {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// Adds a star, or keeps an existing one; returns whether it is new.
  ///
  /// An existing one keeps its time unless GitHub has said the time of this one: a repository may have been
  /// unstarred and starred again since.
  func put(
    _ star: Star,
    id: Int64?,
    of account: AccountID,
    generation: Int64,
    isFromGitHub: Bool = false
  ) throws -> Bool {
    if let row = try find(star.name, id: id, of: account) {
      let isDated = isFromGitHub && star.starredAt > .distantPast
      try database.cachedStatement(
        sql:
          """
          UPDATE star SET name = ?, repository = coalesce(?, repository), generation = ?,
            starred_at = coalesce(?, starred_at)
          WHERE id = ?
          """
      ).execute(arguments: [
        star.name.fullName, id, generation, isDated ? star.starredAt.wholeSeconds : nil, row.id,
      ])
      return false
    }
    try database.cachedStatement(
      sql: """
        INSERT INTO star (account, name, repository, starred_at, generation)
        VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      account.rawValue, star.name.fullName, id, star.starredAt.wholeSeconds ?? 0, generation,
    ])
    return true
  }

  /// Makes a star, if there is one, part of the sync.
  func keep(_ name: RepositoryName, id: Int64?, of account: AccountID, generation: Int64) throws {
    guard let row = try find(name, id: id, of: account) else { return }
    try database.cachedStatement(sql: "UPDATE star SET generation = ? WHERE id = ?")
      .execute(arguments: [generation, row.id])
  }

  /// Removes a star, if there is one.
  func remove(_ name: RepositoryName, id: Int64?, of account: AccountID) throws {
    guard let row = try find(name, id: id, of: account) else { return }
    try database.execute(sql: "DELETE FROM star WHERE id = ?", arguments: [row.id])
  }

  /// When the repository was starred; nil if it is not.
  func starredAt(_ name: RepositoryName, id: Int64?, of account: AccountID) throws -> Int64? {
    try find(name, id: id, of: account)?.starredAt
  }

  func isStarred(_ id: Repository.ID, by account: AccountID) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM star WHERE account = ? AND repository = ?)"
      ),
      arguments: [account.rawValue, id]
    ) ?? false
  }

  /// Whether there is a star of which only that name is known.
  func hasNameOnly(_ name: RepositoryName) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM star WHERE \(Self.isNamedOnly))"),
      arguments: [name.fullName]
    ) ?? false
  }

  /// Adds the repository to stars of which only its name is known; returns false if there are none.
  func attach(_ repository: Repository, _ table: RepositoryTable) throws -> Bool {
    guard try hasNameOnly(repository.name) else { return false }
    let name = repository.name.fullName
    try table.record(repository)
    try database.execute(
      sql: """
        DELETE FROM star WHERE \(Self.isNamedOnly) AND account IN (
          SELECT account FROM star WHERE repository = ?
        )
        """,
      arguments: [name, repository.id]
    )
    try database.execute(
      sql: "UPDATE star SET repository = ? WHERE \(Self.isNamedOnly)",
      arguments: [repository.id, name]
    )
    return true
  }

  private static let isNamedOnly = "repository IS NULL AND name = ?"

  /// The stars that meet the condition, which may name columns of both tables.
  func all(
    of account: AccountID,
    where condition: String = "true",
    _ arguments: StatementArguments = []
  ) throws -> [Star] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT star.name, star.starred_at, \(RepositoryRow.list) FROM star
        LEFT JOIN repository ON repository.id = star.repository
        WHERE star.account = ? AND \(condition) ORDER BY star.starred_at DESC, star.id DESC
        """,
      arguments: [account.rawValue] + arguments
    )
    return rows.compactMap(Star.init)
  }

  func count(of account: AccountID) throws -> Int {
    try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM star WHERE account = ?",
      arguments: [account.rawValue]
    ) ?? 0
  }

  private func find(
    _ name: RepositoryName,
    id: Int64?,
    of account: AccountID
  ) throws -> (id: Int64, starredAt: Int64)? {
    let byID = "account = :account AND repository = :id"
    // If the repository is known, its current name is used instead of the star's.
    let byName = """
      account = :account AND name = :name AND (repository IS NULL OR :id IS NULL)
      """
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT id, starred_at FROM star WHERE \(byID)
          UNION ALL SELECT id, starred_at FROM star WHERE \(byName) LIMIT 1
          """
      ),
      arguments: ["account": account.rawValue, "id": id, "name": name.fullName]
    )
    guard let row, let found = row.value(0, Int64.self), let since = row.value(1, Int64.self) else {
      return nil
    }
    return (found, since)
  }
}

extension Star {
  /// Reads the name, the time and the columns of the repository.
  init?(_ row: Row) {
    let repository = RepositoryRow.repository(row, from: 2)
    guard let seconds = row.value(1, Int64.self),
      let name = repository?.name ?? row.value(0, String.self).flatMap({ RepositoryName($0) })
    else { return nil }
    self.init(name: name, repository: repository, starredAt: Date(wholeSeconds: seconds))
  }
}
