import GRDB
import GitHubModel

/// How far the copy of an account's stars is.
struct SyncTable {
  /// A row, or what there is before the first sync.
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
      database,
      sql: """
        SELECT generation, etag, finished_at, next_page, page_etag, started_at, added
        FROM sync WHERE account = ?
        """,
      arguments: [account.rawValue]
    )
    return row.map(State.init) ?? State()
  }

  func put(_ state: State, of account: AccountID) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO sync
        (account, generation, etag, finished_at, next_page, page_etag, started_at, added)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        account.rawValue, state.generation, state.etag?.storable, state.finishedAt, state.nextPage,
        state.pageETag?.storable, state.startedAt, state.added,
      ]
    )
  }

  /// A page of the sync under way may still show it: it must not come back.
  func noteUnstarred(_ name: RepositoryName, id: Int64?, of account: AccountID) throws {
    guard try state(of: account).isUnderWay else { return }
    try database.execute(
      sql: "INSERT INTO unstarred (account, name, repository) VALUES (?, ?, ?)",
      arguments: [account.rawValue, name.fullName, id]
    )
  }

  func forgetUnstarred(_ name: RepositoryName, id: Int64?, of account: AccountID) throws {
    try database.execute(
      sql: "DELETE FROM unstarred WHERE account = ? AND (name = ? OR repository = ?)",
      arguments: [account.rawValue, name.fullName, id]
    )
  }

  func forgetAllUnstarred(of account: AccountID) throws {
    try database.execute(
      sql: "DELETE FROM unstarred WHERE account = ?",
      arguments: [account.rawValue]
    )
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

  func removeUnmet(of account: AccountID, since generation: Int64) throws -> Int {
    try database.execute(
      sql: "DELETE FROM star WHERE account = ? AND generation < ?",
      arguments: [account.rawValue, generation]
    )
    return database.changesCount
  }
}

extension SyncTable.State {
  fileprivate init(_ row: Row) {
    generation = row.value(0, Int64.self) ?? 0
    etag = row.value(1, String.self)
    finishedAt = row.value(2, Int64.self)
    nextPage = row.value(3, Int.self)
    pageETag = row.value(4, String.self)
    startedAt = row.value(5, Int64.self)
    added = row.value(6, Int.self) ?? 0
  }
}
