import GRDB
import GitHubModel
import Locking

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension LibraryStore {
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
  /// One that is under way is given up; its rows stay.
  package func beginSync(of account: AccountID, etag: String?) throws(StoreError) {
    let now = seconds
    let generation = try file.write { database in
      let table = SyncTable(database)
      var state = try table.state(of: account)
      state.generation += 1
      (state.nextPage, state.pageETag, state.startedAt, state.added) = (1, etag, now, 0)
      try table.put(state, of: account)
      try table.forgetAllUnstarred(of: account)
      return state.generation
    }
    join(account, generation)
  }

  /// Takes in a page, with the number of the next, at once.
  ///
  /// Stars that were taken away here since the sync began do not come back. Where another process
  /// takes pages of the same sync, the number goes on only with the page that is due: who takes
  /// that one has a part in the sync, and may finish it.
  package func takePage(
    _ page: Int,
    _ stars: [Star],
    of account: AccountID
  ) throws(StoreError) {
    let now = seconds
    let generation: Int64? = try file.write { database in
      let table = SyncTable(database)
      var state = try table.state(of: account)
      state.added += try PageIntake(database, account, state.generation, now).take(stars)
      let isDue = state.nextPage == page
      if isDue { state.nextPage = page + 1 }
      try table.put(state, of: account)
      return isDue ? state.generation : nil
    }
    if let generation { join(account, generation) }
  }

  /// Takes away what the sync has not met, and says what it has changed.
  ///
  /// Changes nothing where another process has finished it, or has begun a newer one. The next sync
  /// can ask with the ETag of the first page whether there is news.
  package func finishSync(
    of account: AccountID,
    etag: String?
  ) throws(StoreError) -> SyncOutcome {
    let (now, part) = (seconds, joined.withLock { $0[account] })
    return try file.write { database in
      let table = SyncTable(database)
      var state = try table.state(of: account)
      let isOurs = state.isUnderWay && state.generation == part
      let removed = isOurs ? try table.removeUnmet(of: account, since: state.generation) : 0
      let added = isOurs ? state.added : 0
      if isOurs {
        (state.etag, state.finishedAt, state.nextPage) = (etag, now, nil)
        try table.put(state, of: account)
        try table.forgetAllUnstarred(of: account)
      }
      let total = try StarTable(database).count(of: account)
      return SyncOutcome(added: added, removed: removed, total: total)
    }
  }

  /// GitHub says that nothing has changed since the copy was complete.
  package func confirmSync(of account: AccountID) throws(StoreError) {
    let now = seconds
    try file.write { database in
      try database.execute(
        sql: "UPDATE sync SET finished_at = ? WHERE account = ? AND finished_at IS NOT NULL",
        arguments: [now, account.rawValue]
      )
    }
  }

  private func join(_ account: AccountID, _ generation: Int64) {
    joined.withLock { $0[account] = generation }
  }
}

/// One page of stars on its way into the copy.
private struct PageIntake {
  let database: Database
  let account: AccountID
  let generation: Int64
  let now: Int64

  init(_ database: Database, _ account: AccountID, _ generation: Int64, _ now: Int64) {
    (self.database, self.account, self.generation, self.now) = (database, account, generation, now)
  }

  /// How many were not there before.
  func take(_ stars: [Star]) throws -> Int {
    try stars.filter(take).count
  }

  private func take(_ star: Star) throws -> Bool {
    let id = star.repository?.id
    guard try !SyncTable(database).wasUnstarred(star.name, id: id, of: account) else {
      return false
    }
    if let repository = star.repository {
      try RepositoryTable(database, now: now).note(repository)
    }
    return try StarTable(database).put(star, id: id, of: account, generation: generation)
  }
}

extension SyncProgress {
  fileprivate init?(_ state: SyncTable.State) {
    guard let page = state.nextPage, let startedAt = state.startedAt else { return nil }
    self.init(nextPage: page, etag: state.pageETag, startedAt: Date(wholeSeconds: startedAt))
  }
}
