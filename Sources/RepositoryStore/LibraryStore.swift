import Dispatch
import GRDB
package import GitHubModel
import System

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The file with what must last: favorites, the copy of stars, and the journal of prunes.
///
/// A damaged file is set aside, which is reported once; the next opening starts over. All calls block,
/// usually for milliseconds and for at most five seconds while other processes write, and so the
/// class is deliberately not `Sendable`: it stays with an actor on a ``StoreExecutor``. What a call has
/// changed is on the disk when it returns.
package final class LibraryStore {
  let file: StoreFile
  /// The generation of the sync that this object takes part in; see ``takePage(_:_:of:)``.
  var joined: [AccountID: Int64] = [:]
  /// The places of the favorites that this object has removed; see ``addFavorite(_:)``.
  private var removedPlaces: [Repository.ID: FavoritePlace] = [:]

  /// Opens the file; creates it and its folder if needed.
  ///
  /// Favorites and stars get the time of `now`; `key` makes the key for the digests of tokens in a new
  /// file.
  package init(
    path: String,
    now: @escaping @Sendable () -> Date,
    key: @escaping @Sendable () -> AccountDigest = LibraryStore.randomKey
  ) throws(StoreError) {
    file = try StoreFile(
      path: path,
      migrator: Schema.library(key: key),
      recovery: .report,
      now: now
    )
    // Versions before the sixth migration had their locks there.
    _ = try? FileSystem.remove("\(path).intents")
  }

  /// Checks the file at `path` without changing anything.
  package static func inspect(_ path: String) throws(StoreError) -> StoreCondition {
    try StoreFile.inspect(path, Schema.library(key: randomKey))
  }

  /// A key from the system's source of randomness.
  package static let randomKey: @Sendable () -> AccountDigest = {
    var generator = SystemRandomNumberGenerator()
    return AccountDigest(using: &generator)
  }

  /// Records newer facts of repositories that the library has, and ignores others.
  ///
  /// If no fact is new, nothing is written, and no other process is waited for.
  package func refresh(_ repositories: [Repository]) throws(StoreError) {
    let news = try file.read { database in
      let (table, stars) = (RepositoryTable(database), StarTable(database))
      return try repositories.filter { try table.isNews($0) || stars.hasNameOnly($0.name) }
    }
    guard !news.isEmpty else { return }
    let now = seconds
    try file.write { database in
      let (table, stars) = (RepositoryTable(database, now: now), StarTable(database))
      for repository in news where try !stars.attach(repository, table) {
        if try table.isNews(repository) { try table.record(repository) }
      }
    }
  }

  /// The repository of that name, in any case.
  package func repository(named name: RepositoryName) throws(StoreError) -> Repository? {
    try file.read { try RepositoryTable($0).repository(named: name) }
  }

  /// Whole seconds since 1970.
  var seconds: Int64 { file.now().wholeSeconds ?? 0 }
}

/// A repository on the user's local list, which is independent of accounts.
package struct Favorite: Sendable, Hashable {
  /// The repository as it was last recorded.
  package let repository: Repository
  /// When it was added, in whole seconds.
  package let addedAt: Date
}

extension LibraryStore {
  /// All favorites, in the order in which they were added.
  package func favorites() throws(StoreError) -> [Favorite] {
    try file.read { try favorites($0) }
  }

  /// Adds a favorite at the end; returns false if it was one already, which keeps its place.
  ///
  /// One that this object has removed gets its old place and time back, so that taking a removal back
  /// leaves the order as it was.
  package func addFavorite(_ repository: Repository) throws(StoreError) -> Bool {
    let now = seconds
    let place = removedPlaces[repository.id] ?? FavoritePlace(position: nil, addedAt: now)
    return try file.write { database in
      try RepositoryTable(database, now: now).record(repository)
      try database.execute(
        sql: """
          INSERT INTO favorite (position, repository, added_at) VALUES (?, ?, ?)
          ON CONFLICT DO NOTHING
          """,
        arguments: [place.position, repository.id, place.addedAt]
      )
      return database.changesCount > 0
    }
  }

  /// Removes a favorite; returns false if it was not one.
  package func removeFavorite(id: Repository.ID) throws(StoreError) -> Bool {
    let place = try file.write { database in
      let row = try Row.fetchOne(
        database,
        sql: "DELETE FROM favorite WHERE repository = ? RETURNING position, added_at",
        arguments: [id]
      )
      return row.map(FavoritePlace.init)
    }
    guard let place else { return false }
    removedPlaces[id] = place
    return true
  }

  /// The favorite of that name, in any case.
  package func favorite(named name: RepositoryName) throws(StoreError) -> Favorite? {
    try file.read { database in
      try favorites(database, where: "owner = ? AND name = ?", [name.owner, name.name]).first
    }
  }

  /// The repositories that are favorites.
  package func favoriteIDs() throws(StoreError) -> Set<Repository.ID> {
    try file.read { try Int64.fetchSet($0, sql: "SELECT repository FROM favorite") }
  }

  private func favorites(
    _ database: Database,
    where condition: String = "true",
    _ arguments: StatementArguments = []
  ) throws -> [Favorite] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT added_at, \(RepositoryRow.list) FROM favorite
        JOIN repository ON repository.id = favorite.repository
        WHERE \(condition) ORDER BY position
        """,
      arguments: arguments
    )
    return rows.compactMap(Favorite.init)
  }
}

/// Where a favorite is in the order, and since when.
private struct FavoritePlace {
  /// Never used again for another favorite; nil for the end.
  let position: Int64?
  /// In seconds.
  let addedAt: Int64

  init(position: Int64?, addedAt: Int64) {
    (self.position, self.addedAt) = (position, addedAt)
  }

  init(_ row: Row) {
    self.init(position: row.value(0, Int64.self), addedAt: row.value(1, Int64.self) ?? 0)
  }
}

extension Favorite {
  fileprivate init?(_ row: Row) {
    guard let seconds = row.value(0, Int64.self),
      let repository = RepositoryRow.repository(row, from: 1)
    else { return nil }
    self.init(repository: repository, addedAt: Date(wholeSeconds: seconds))
  }
}

/// The executor of an actor that uses stores: a dispatch queue of its own.
///
/// A store's calls block: they wait for the disk, and up to five seconds for other processes. Swift's
/// pool has as many threads as there are processors, so a few such calls would stop every task of the
/// process. The queue uses none of those threads, and starts one of its own with its first job.
package final class StoreExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "store")

  /// Creates an executor with a queue of its own.
  package init() {}

  /// Runs a job on the queue, after those that were enqueued before.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
