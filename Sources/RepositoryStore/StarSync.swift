import GRDB
import GitHubModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The state of the copy of an account's stars.
package struct SyncState: Sendable, Hashable {
  /// The ETag of the first page when the copy was last complete.
  package let etag: String?
  /// When the copy was last up to date; nil if it never was.
  package let finishedAt: Date?
  /// The number of stars in the copy.
  package let count: Int
  /// The progress of a sync that was not finished.
  package let progress: SyncProgress?
}

/// How far an unfinished sync has come.
package struct SyncProgress: Sendable, Hashable {
  /// The first page is 1.
  package let nextPage: Int
  /// The ETag of the first page when this sync began.
  package let etag: String?
  /// When this sync began, in whole seconds.
  package let startedAt: Date
}

/// The changes that a sync has made.
package struct SyncOutcome: Sendable, Hashable {
  /// The number of stars that the copy did not have.
  package let added: Int
  /// The number of stars that GitHub no longer has.
  package let removed: Int
  /// The number of stars afterwards.
  package let total: Int
}

extension LibraryStore {
  /// The state of the copy; the initial one before the first sync.
  package func syncState(of account: AccountID) throws(StoreError) -> SyncState {
    try file.read { database in
      let state = try SyncTable(database).state(of: account)
      return SyncState(
        etag: state.etag,
        finishedAt: state.finishedAt.map(Date.init(wholeSeconds:)),
        count: try StarTable(database).count(of: account),
        progress: SyncProgress(state)
      )
    }
  }

  /// Begins a new sync, at page 1, with that page's ETag.
  ///
  /// An unfinished sync is abandoned; its rows stay.
  package func beginSync(of account: AccountID, etag: String?) throws(StoreError) {
    let generation = try file.write { database in
      let table = SyncTable(database)
      var state = try table.state(of: account)
      state.generation += 1
      (state.nextPage, state.pageETag, state.startedAt, state.added) = (1, etag, seconds, 0)
      try table.put(state, of: account)
      try table.forgetAllUnstarred(of: account)
      return state.generation
    }
    joined[account] = generation
  }

  /// Records a page and the number of the next in one transaction.
  ///
  /// Stars that were removed on this machine since the sync began do not come back. If another process
  /// records pages of the same sync, the number advances only with the page that is due: the process
  /// that records it takes part in the sync, and may finish it.
  package func takePage(
    _ page: Int,
    _ stars: [Star],
    of account: AccountID
  ) throws(StoreError) {
    let generation: Int64? = try file.write { database in
      let table = SyncTable(database)
      let repositories = RepositoryTable(database, now: seconds)
      var state = try table.state(of: account)
      for star in stars {
        let id = star.repository?.id
        if try table.wasUnstarred(star.name, id: id, of: account) { continue }
        if let repository = star.repository { try repositories.record(repository) }
        let isNew = try StarTable(database)
          .put(star, id: id, of: account, generation: state.generation, isFromGitHub: true)
        if isNew { state.added += 1 }
      }
      let isDue = state.nextPage == page
      if isDue { state.nextPage = page + 1 }
      try table.put(state, of: account)
      return isDue ? state.generation : nil
    }
    if let generation { joined[account] = generation }
  }

  /// The stars that no page of the current sync had; empty if another process has finished it or begun a
  /// newer one.
  package func unmetStars(of account: AccountID) throws(StoreError) -> [Star] {
    let part = joined[account]
    return try file.read { database in
      let state = try SyncTable(database).state(of: account)
      guard state.isUnderWay, state.generation == part else { return [] }
      return try StarTable(database)
        .all(of: account, where: "star.generation < \(state.generation)")
    }
  }

  /// Records that GitHub has the stars although no page of the current sync had them.
  package func keep(_ stars: [Star], of account: AccountID) throws(StoreError) {
    try file.write { database in
      let generation = try SyncTable(database).state(of: account).generation
      for star in stars {
        try StarTable(database)
          .keep(star.name, id: star.repository?.id, of: account, generation: generation)
      }
    }
  }

  /// Removes the stars that no page had and that were not kept, and returns what the sync has changed.
  ///
  /// Changes nothing if another process has finished the sync or begun a newer one. The next sync sends
  /// the ETag of the first page to ask whether anything has changed.
  package func finishSync(
    of account: AccountID,
    etag: String?
  ) throws(StoreError) -> SyncOutcome {
    let part = joined[account]
    return try file.write { database in
      let table = SyncTable(database)
      var state = try table.state(of: account)
      var (added, removed) = (0, 0)
      if state.isUnderWay, state.generation == part {
        try database.run(
          "DELETE FROM star WHERE account = \(account) AND generation < \(state.generation)"
        )
        (added, removed) = (state.added, database.changesCount)
        (state.etag, state.finishedAt, state.nextPage) = (etag, seconds, nil)
        try table.put(state, of: account)
        try table.forgetAllUnstarred(of: account)
      }
      let total = try StarTable(database).count(of: account)
      return SyncOutcome(added: added, removed: removed, total: total)
    }
  }

  /// Records that nothing has changed since the copy was complete.
  package func confirmSync(of account: AccountID) throws(StoreError) {
    try file.write { database in
      try database.run(
        """
        UPDATE sync SET finished_at = \(seconds)
        WHERE account = \(account) AND finished_at IS NOT NULL
        """
      )
    }
  }
}

extension SyncProgress {
  fileprivate init?(_ state: SyncTable.State) {
    guard let page = state.nextPage, let startedAt = state.startedAt else { return nil }
    self.init(nextPage: page, etag: state.pageETag, startedAt: Date(wholeSeconds: startedAt))
  }
}

/// The progress of the copy of an account's stars.
struct SyncTable {
  /// The state in the file; the initial one before the first sync.
  struct State {
    var generation: Int64 = 0
    var etag: String?
    var finishedAt: Int64?
    var nextPage: Int?
    var pageETag: String?
    var startedAt: Int64?
    var added = 0

    var isUnderWay: Bool { nextPage != nil }
  }

  let database: Database

  init(_ database: Database) { self.database = database }

  func state(of account: AccountID) throws -> State {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT generation, etag, finished_at, next_page, page_etag, started_at, added
          FROM sync WHERE account = ?
          """
      ),
      arguments: [account.rawValue]
    )
    guard let row else { return State() }
    return State(
      generation: row.value(0, Int64.self) ?? 0,
      etag: row.value(1, String.self),
      finishedAt: row.value(2, Int64.self),
      nextPage: row.value(3, Int.self),
      pageETag: row.value(4, String.self),
      startedAt: row.value(5, Int64.self),
      added: row.value(6, Int.self) ?? 0
    )
  }

  func put(_ state: State, of account: AccountID) throws {
    try database.run(
      """
      INSERT OR REPLACE INTO sync
      (account, generation, etag, finished_at, next_page, page_etag, started_at, added)
      VALUES (\(account), \(state.generation), \(state.etag?.storable), \(state.finishedAt),
        \(state.nextPage), \(state.pageETag?.storable), \(state.startedAt), \(state.added))
      """
    )
  }

  /// Records the removal until the current sync ends, since one of its pages may still have the star.
  func recordUnstarred(_ name: RepositoryName, id: Int64?, of account: AccountID) throws {
    guard try state(of: account).isUnderWay else { return }
    try database.run(
      "INSERT INTO unstarred (account, name, repository) VALUES (\(account), \(name), \(id))"
    )
  }

  func forgetUnstarred(_ name: RepositoryName, id: Int64?, of account: AccountID) throws {
    try database.run(
      """
      DELETE FROM unstarred WHERE account = \(account) AND (name = \(name) OR repository = \(id))
      """
    )
  }

  func forgetAllUnstarred(of account: AccountID) throws {
    try database.run("DELETE FROM unstarred WHERE account = \(account)")
  }

  func wasUnstarred(_ name: RepositoryName, id: Int64?, of account: AccountID) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (
            SELECT 1 FROM unstarred WHERE account = ? AND (name = ? OR repository = ?)
          )
          """
      ),
      arguments: [account.rawValue, name.fullName, id]
    ) ?? false
  }
}
