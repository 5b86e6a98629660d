import GRDB
package import GitHubModel

/// The state of the copy of an account's stars and lists, as stored.
///
/// Times are in whole seconds since 1970.
package struct SyncState: RowRecord, Encodable, PersistableRecord, Sendable {
  static let databaseTableName = "sync"
  static let databaseColumnEncodingStrategy = DatabaseColumnEncodingStrategy.convertToSnakeCase
  static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

  fileprivate let account: Int64
  var generation: Int64 = 0
  /// When the copy was last up to date; nil if it never was.
  package internal(set) var finishedAt: Int64?
  /// When all pages were last read completely; nil if they never were.
  package internal(set) var walkedAt: Int64?
  /// The page at which an unfinished sync continues, from 1.
  package internal(set) var nextPage: Int?
  var added = 0
  /// The number of times the facts of all stars were read.
  var factsRound: Int64 = 0
  /// When the unfinished round started.
  var factsBeganAt: Int64?
  /// Whether READMEs are fetched with the stars.
  package internal(set) var syncsReadmes = false
  /// The number of lists missing from GitHub's last response; nil until the lists are copied.
  package internal(set) var missingLists: Int?

  fileprivate init(_ account: AccountID) { self.account = account.rawValue }

  var isUnderWay: Bool { nextPage != nil }
  var hasLists: Bool { missingLists != nil }
}

/// The changes made by a sync.
package struct SyncOutcome: Sendable, Hashable {
  /// The number of stars that were new to the copy.
  package let added: Int
  /// The number of stars that GitHub no longer has.
  package var removed: Int
  /// The number of stars in the copy.
  package var total: Int

  package init(added: Int = 0, removed: Int = 0, total: Int) {
    (self.added, self.removed, self.total) = (added, removed, total)
  }
}

extension LibraryStore {
  /// The state of the copy; the initial one before the first sync.
  package func syncState(of account: AccountID) throws(StoreError) -> SyncState {
    try file.read { try SyncTable($0).state(of: account) }
  }

  /// The ETag of each page read, by its number.
  package func syncPages(of account: AccountID) throws(StoreError) -> [Int: String] {
    try file.read { database in
      Dictionary(
        try database.pairs("SELECT page, etag FROM sync_page WHERE account = \(account)")
      ) { first, _ in first }
    }
  }

  /// Starts a new sync at page 1, and returns its state.
  ///
  /// An unfinished sync is abandoned; its rows are kept.
  package func beginSync(of account: AccountID) throws(StoreError) -> SyncState {
    try file.write { database in
      let table = SyncTable(database)
      var state = try table.state(of: account)
      state.generation += 1
      (state.nextPage, state.added) = (1, 0)
      try table.put(state)
      try table.forgetAllUnstarred(of: account)
      return state
    }
  }

  /// Records a page with its ETag, and the number of the next page, in one transaction.
  ///
  /// `stars` is nil for a page that has not changed since it was recorded. Stars removed on this
  /// machine since the sync started are not restored. If another process records pages of the same
  /// sync, only the page that is due advances the number.
  package func recordPage(
    _ page: Int,
    _ stars: [Star]?,
    etag: String? = nil,
    of account: AccountID
  ) throws(StoreError) {
    try file.write { database in
      let table = SyncTable(database)
      var state = try table.state(of: account)
      if stars == nil {
        try table.keep(page, of: account, generation: state.generation)
      } else {
        try table.put(page, etag: etag, of: account)
      }
      let unstarred = try table.unstarred(of: account)
      let kept = (stars ?? []).filter { !unstarred.contains($0.repository.id) }
      try RepositoryTable(database, now: seconds).record(kept.map(\.repository))
      for star in kept {
        let isNew = try StarTable(database)
          .put(star, of: account, generation: state.generation, page: page)
        if isNew { state.added += 1 }
      }
      if state.nextPage == page { state.nextPage = page + 1 }
      try table.put(state)
    }
  }

  /// The stars that no page of the sync contained, except those of deleted repositories; empty if
  /// another process has finished the sync or started a newer one.
  package func starsMissingFromPages(of sync: SyncState) throws(StoreError) -> [Star] {
    try file.read { database in
      guard try SyncTable(database).current(sync) != nil else { return [] }
      return try StarTable(database).all(
        of: AccountID(rawValue: sync.account),
        where: "star.generation < \(sync.generation) AND star.gone_at IS NULL"
      )
    }
  }

  /// Records that GitHub confirmed stars that were missing from all pages of the current sync.
  package func keep(_ stars: [Star], of account: AccountID) throws(StoreError) {
    try file.write { database in
      let generation = try SyncTable(database).state(of: account).generation
      try database.run(
        """
        UPDATE star SET generation = \(generation) WHERE account = \(account)
          AND repository IN (SELECT value FROM json_each(\(stars.map(\.repository.id).json)))
        """
      )
    }
  }

  /// Removes stars missing from all pages unless they were kept, and returns the sync's changes.
  ///
  /// Changes nothing if another process has finished the sync or started a newer one.
  package func finish(_ sync: SyncState) throws(StoreError) -> SyncOutcome {
    try file.write { database in
      let (table, account) = (SyncTable(database), AccountID(rawValue: sync.account))
      var (added, removed) = (0, 0)
      if var state = try table.current(sync) {
        try database.run(
          """
          DELETE FROM star
          WHERE account = \(account) AND generation < \(state.generation) AND gone_at IS NULL
          """
        )
        (added, removed) = (state.added, database.changesCount)
        if let end = state.nextPage { try table.forgetPages(from: end, of: account) }
        (state.finishedAt, state.walkedAt, state.nextPage) = (seconds, seconds, nil)
        try table.put(state)
        try table.forgetAllUnstarred(of: account)
        try RepositoryTable(database).removeUnused()
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

/// The progress of the copy of an account's stars.
struct SyncTable {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// The state; the initial one before the first sync.
  func state(of account: AccountID) throws -> SyncState {
    try SyncState.fetchOne(database, key: account.rawValue) ?? SyncState(account)
  }

  /// The state of the sync, unless it has been finished or a newer one has started.
  func current(_ sync: SyncState) throws -> SyncState? {
    let state = try state(of: AccountID(rawValue: sync.account))
    return state.isUnderWay && state.generation == sync.generation ? state : nil
  }

  func put(_ state: SyncState) throws { try state.insert(database) }

  /// Records a page that is read again; its former stars are on other pages, or on none.
  func put(_ page: Int, etag: String?, of account: AccountID) throws {
    try database.run(
      """
      UPDATE star SET page = NULL WHERE account = \(account) AND page = \(page);
      INSERT OR REPLACE INTO sync_page (account, page, etag)
      VALUES (\(account), \(page), \(etag?.storable))
      """
    )
  }

  /// Makes a page's stars part of the sync.
  func keep(_ page: Int, of account: AccountID, generation: Int64) throws {
    try database.run(
      "UPDATE star SET generation = \(generation) WHERE account = \(account) AND page = \(page)"
    )
  }

  func forgetPages(from page: Int, of account: AccountID) throws {
    try database.run("DELETE FROM sync_page WHERE account = \(account) AND page >= \(page)")
  }

  /// Records the removal until the current sync ends, since one of its pages may still list the
  /// star.
  func recordUnstarred(_ id: Repository.ID, of account: AccountID) throws {
    guard try state(of: account).isUnderWay else { return }
    try database.run(
      "INSERT OR IGNORE INTO unstarred (account, repository) VALUES (\(account), \(id))"
    )
  }

  func forgetUnstarred(_ id: Repository.ID, of account: AccountID) throws {
    try database.run("DELETE FROM unstarred WHERE account = \(account) AND repository = \(id)")
  }

  func forgetAllUnstarred(of account: AccountID) throws {
    try database.run("DELETE FROM unstarred WHERE account = \(account)")
  }

  /// The repositories whose stars were removed on this machine since the sync started.
  func unstarred(of account: AccountID) throws -> Set<Repository.ID> {
    Set(try database.ids("SELECT repository FROM unstarred WHERE account = \(account)"))
  }
}
