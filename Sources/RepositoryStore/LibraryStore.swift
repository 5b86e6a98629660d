import Dispatch
package import Essentials
import GRDB
package import GitHubModel
import System

/// The file for lasting data: favorites, notes, the copy of stars and lists, and the undo journal.
///
/// A damaged file is set aside, which is reported once, and the next opening starts over. All calls
/// block, usually for milliseconds and for at most five seconds while other processes write, so the
/// class is deliberately not `Sendable`: it stays with an actor on a ``StoreExecutor``. Changes are
/// on the disk when a call returns.
package final class LibraryStore {
  let file: StoreFile

  /// Opens the file; creates it and its directory if needed.
  ///
  /// Favorites and stars get the time of `now`.
  package init(path: String, now: @escaping @Sendable () -> Date) throws(StoreError) {
    file = try StoreFile(
      path: path,
      isLasting: true,
      makeTables: Schema.makeLibrary,
      now: now
    )
  }

  /// Records newer facts of repositories in the library, and ignores others.
  ///
  /// If no fact is new, nothing is written, and no other process is waited for.
  package func refresh(_ repositories: [Repository]) throws(StoreError) {
    let changed = try file.read { try RepositoryTable($0).changed(repositories) }
    guard !changed.isEmpty else { return }
    try file.write { database in
      try RepositoryTable(database, now: seconds).record(changed)
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

  /// The time in whole seconds since 1970.
  var seconds: Int64 { file.now().wholeSeconds ?? 0 }
}

/// A repository in the user's local list, which is independent of accounts.
package struct Favorite: Sendable, Hashable {
  /// The repository as last recorded.
  package let repository: Repository
  /// When it was added, in whole seconds.
  package let addedAt: Date
}

/// The former place of a favorite, for adding it again.
package struct FavoritePlace: RowRecord, Codable, Hashable, Sendable {
  let position: Int64
  /// The date in seconds since 1970.
  let addedAt: Int64
}

extension LibraryStore {
  /// All favorites in the order in which they were added.
  package func favorites() throws(StoreError) -> [Favorite] {
    try file.read { try favorites($0) }
  }

  /// Adds a favorite at the end, as a step of `run` if there is one; returns false if it already was a favorite, which
  /// keeps its place.
  package func addFavorite(
    _ repository: Repository,
    in run: CommandRun? = nil
  ) throws(StoreError) -> Bool {
    try file.write { database in
      try RepositoryTable(database, now: seconds).record([repository])
      return try addFavorite(repository, in: run, database)
    }
  }

  /// Adds a favorite whose repository is recorded; returns false if it already was one.
  func addFavorite(
    _ repository: Repository,
    in run: CommandRun?,
    _ database: Database
  ) throws -> Bool {
    try database.run(
      """
      INSERT INTO favorite (repository, added_at) VALUES (\(repository.id), \(seconds))
      ON CONFLICT DO NOTHING
      """
    )
    guard database.changesCount > 0 else { return false }
    let change = ReversibleChange.addedFavorite(repository.name, id: repository.id)
    if let run { try record(change, in: run, of: nil, database) }
    return true
  }

  /// Removes a favorite, as a step of `run` if there is one; returns false if it was not a favorite.
  package func removeFavorite(
    _ repository: Repository,
    in run: CommandRun? = nil
  ) throws(StoreError) -> Bool {
    try file.write { database in
      let id = repository.id
      let removed: [FavoritePlace] = try database.records(
        "DELETE FROM favorite WHERE repository = \(id) RETURNING position, added_at"
      )
      guard let place = removed.first else { return false }
      let change = ReversibleChange.removedFavorite(repository.name, id: id, place)
      if let run { try record(change, in: run, of: nil, database) }
      return true
    }
  }

  /// The favorite with this name in any case.
  package func favorite(named name: RepositoryName) throws(StoreError) -> Favorite? {
    try file.read {
      try favorites($0, where: "owner = \(name.owner) AND name = \(name.name)").first
    }
  }

  /// The repositories that are favorites.
  package func favoriteIDs() throws(StoreError) -> Set<Repository.ID> {
    try file.read { try Int64.fetchSet($0, sql: "SELECT repository FROM favorite") }
  }

  private func favorites(_ database: Database, where condition: SQL = "true") throws -> [Favorite] {
    try database.rows(
      """
      SELECT added_at, \(sql: RepositoryColumns.list) FROM favorite
      JOIN repository ON repository.id = favorite.repository
      WHERE \(literal: condition) ORDER BY position
      """
    ).compactMap { row in
      guard let seconds = row.value(0, Int64.self),
        let repository = RepositoryColumns.repository(row, from: 1)
      else { return nil }
      return Favorite(repository: repository, addedAt: Date(wholeSeconds: seconds))
    }
  }
}

/// The executor of an actor that uses stores, with its own dispatch queue.
///
/// A store's calls block for up to five seconds. Swift's pool has one thread per processor, so a
/// few such calls there would stop every task in the process.
package final class StoreExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "store")

  package init() {}

  /// Runs a job on the queue, after those enqueued earlier.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
