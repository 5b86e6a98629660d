package import Essentials
import GRDB
package import GitHubModel

/// A repository that an account has starred.
package struct Star: Sendable, Hashable {
  /// The repository's current name, or its name when it was starred.
  package let name: RepositoryName
  /// Nil if only the name is known, since it was starred on this machine.
  package let repository: Repository?
  /// In whole seconds.
  package let starredAt: Date
  /// When the repository was found deleted, blocked or made private; nil for one that is there.
  package var goneAt: Date?

  package init(name: RepositoryName, repository: Repository?, starredAt: Date) {
    self.name = name
    self.repository = repository
    self.starredAt = starredAt
  }
}

extension LibraryStore {
  /// The copy of the account's stars, the newest first; only those that are wanted take up memory.
  package func stars(
    of account: AccountID,
    where isWanted: @escaping (Star) -> Bool = { _ in true }
  ) throws(StoreError) -> [Star] {
    try file.read { try StarTable($0).all(of: account, isWanted: isWanted) }
  }

  /// The account's star of a repository; nil if the copy has none.
  package func star(of id: Repository.ID, by account: AccountID) throws(StoreError) -> Star? {
    try file.read { try StarTable($0).all(of: account, where: "star.repository = \(id)").first }
  }

  /// Whether the copy has a star of the repository.
  package func isStarred(_ name: RepositoryName, by account: AccountID) throws(StoreError) -> Bool {
    try file.read { database in
      let id = try RepositoryTable(database).repository(named: name)?.id
      return try StarTable(database).find(name, id: id, of: account) != nil
    }
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
      let isComplete = try SyncTable(database).state(of: account).finishedAt != nil
      let starred = Set(
        try database.rows(
          """
          SELECT star.repository FROM json_each(\(ids.json)) AS wanted
          CROSS JOIN star ON star.repository = wanted.value AND star.account = \(account)
          """
        ).compactMap { $0.value(0, Int64.self) }
      )
      var known: [Repository.ID: Bool] = [:]
      for id in ids { known[id] = starred.contains(id) ? true : isComplete ? false : nil }
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
    try file.write { database in
      let repositories = RepositoryTable(database, now: seconds)
      if let facts { try repositories.record(facts) }
      let id = try facts?.id ?? repositories.repository(named: name)?.id
      let (stars, syncs) = (StarTable(database), SyncTable(database))
      guard isStarred else {
        try syncs.recordUnstarred(name, id: id, of: account)
        return try stars.remove(name, id: id, of: account)
      }
      let date = Date(wholeSeconds: seconds)
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
  /// `page` is GitHub's page that has it. An existing one keeps its time unless that page says the time of this
  /// one: a repository may have been unstarred and starred again since.
  func put(
    _ star: Star,
    id: Int64?,
    of account: AccountID,
    generation: Int64,
    page: Int? = nil
  ) throws -> Bool {
    if let row = try find(star.name, id: id, of: account) {
      let isDated = page != nil && star.starredAt > .distantPast
      try database.cachedStatement(
        sql: """
          UPDATE star SET name = ?, repository = coalesce(?, repository), generation = ?, page = ?,
            starred_at = coalesce(?, starred_at)
          WHERE id = ?
          """
      ).execute(arguments: [
        star.name.fullName, id, generation, page, isDated ? star.starredAt.wholeSeconds : nil,
        row.id,
      ])
      return false
    }
    try database.cachedStatement(
      sql: """
        INSERT INTO star (account, name, repository, starred_at, generation, page)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      account.rawValue, star.name.fullName, id, star.starredAt.wholeSeconds ?? 0, generation, page,
    ])
    return true
  }

  /// Makes a star, if there is one, part of the sync.
  func keep(_ name: RepositoryName, id: Int64?, of account: AccountID, generation: Int64) throws {
    guard let row = try find(name, id: id, of: account) else { return }
    try database.run("UPDATE star SET generation = \(generation) WHERE id = \(row.id)")
  }

  /// Removes a star, if there is one.
  func remove(_ name: RepositoryName, id: Int64?, of account: AccountID) throws {
    guard let row = try find(name, id: id, of: account) else { return }
    try database.run("DELETE FROM star WHERE id = \(row.id)")
  }

  /// The stars of which only the name is known, of all accounts.
  func namesOnly() throws -> Set<RepositoryName> {
    Set(
      try database.rows("SELECT name FROM star WHERE repository IS NULL").compactMap { $0.name(0) }
    )
  }

  /// Whether there is a star of which only that name is known.
  func hasNameOnly(_ name: RepositoryName) throws -> Bool {
    try database.value(
      "SELECT EXISTS (SELECT 1 FROM star WHERE repository IS NULL AND name = \(name))"
    ) ?? false
  }

  /// Adds the repository to stars of which only its name is known; returns false if there are none.
  func attach(_ repository: Repository, _ table: RepositoryTable) throws -> Bool {
    let (id, name) = (repository.id, repository.name)
    guard try hasNameOnly(name) else { return false }
    try table.record(repository)
    try database.run(
      """
      DELETE FROM star WHERE repository IS NULL AND name = \(name)
      AND account IN (SELECT account FROM star WHERE repository = \(id))
      """
    )
    try database.run(
      "UPDATE star SET repository = \(id) WHERE repository IS NULL AND name = \(name)"
    )
    return true
  }

  /// The stars that meet the condition, which may name columns of both tables.
  func all(
    of account: AccountID,
    where condition: SQL = "true",
    isWanted: @escaping (Star) -> Bool = { _ in true }
  ) throws -> [Star] {
    // Row by row: the rows of all stars take as much memory as the stars.
    let rows = try SQLRequest<Row>(
      literal: """
        SELECT star.name, star.starred_at, star.gone_at, \(sql: RepositoryRow.list) FROM star
        LEFT JOIN repository ON repository.id = star.repository
        WHERE star.account = \(account) AND \(literal: condition)
        ORDER BY star.starred_at DESC, star.id DESC
        """
    ).fetchCursor(database)
    return try Array(rows.compactMap(Star.init).filter(isWanted))
  }

  func count(of account: AccountID) throws -> Int {
    try database.value("SELECT count(*) FROM star WHERE account = \(account)") ?? 0
  }

  /// The star's row, and when the repository was starred.
  func find(
    _ name: RepositoryName,
    id: Int64?,
    of account: AccountID
  ) throws -> (id: Int64, starredAt: Int64)? {
    // If the repository is known, its current name is used instead of the star's.
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT id, starred_at FROM star WHERE account = :account AND repository = :id
          UNION ALL SELECT id, starred_at FROM star
          WHERE account = :account AND name = :name AND (repository IS NULL OR :id IS NULL) LIMIT 1
          """
      ),
      // In the order in which the names appear: a dictionary would take as long as the search.
      arguments: [account.rawValue, id, name.fullName]
    )
    guard let row, let found = row.value(0, Int64.self), let since = row.value(1, Int64.self) else {
      return nil
    }
    return (found, since)
  }
}

extension Star {
  /// Reads the name, the two times and the columns of the repository.
  init?(_ row: Row) {
    let repository = RepositoryRow.repository(row, from: 3)
    guard let seconds = row.value(1, Int64.self),
      let name = repository?.name ?? row.name(0)
    else { return nil }
    self.init(name: name, repository: repository, starredAt: Date(wholeSeconds: seconds))
    goneAt = row.value(2, Int64.self).map(Date.init(wholeSeconds:))
  }
}
