import Dispatch
package import Essentials
import GRDB
package import GitHubModel
import System

/// The file with what must last: favorites, notes, the copy of stars and lists, and the undo journal.
///
/// A damaged file is set aside, which is reported once; the next opening starts over. All calls block,
/// usually for milliseconds and for at most five seconds while other processes write, and so the
/// class is deliberately not `Sendable`: it stays with an actor on a ``StoreExecutor``. What a call has
/// changed is on the disk when it returns.
package final class LibraryStore {
  let file: StoreFile
  /// The generation of the sync that this object takes part in; see ``recordPage(_:_:etag:of:)``.
  var syncGenerations: [AccountID: Int64] = [:]
  /// The positions of favorites that this object has removed, and when each was added; see ``addFavorite(_:)``.
  private var removedPlaces: [Repository.ID: (position: Int64?, addedAt: Int64)] = [:]

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

  /// Records newer facts of repositories that the library has, and ignores others.
  ///
  /// If no fact is new, nothing is written, and no other process is waited for.
  package func refresh(_ repositories: [Repository]) throws(StoreError) {
    let changed = try file.read { try RepositoryTable($0).changed(repositories) }
    guard !changed.isEmpty else { return }
    try file.write { database in
      try RepositoryTable(database, now: seconds).record(changed)
    }
  }

  /// How many repositories have each of the words; those above a thousand count as so many.
  package func counts(of words: [String]) throws(StoreError) -> [String: Int] {
    try file.read { try StarPatterns.counts(of: words, in: $0) }
  }

  /// The name of a repository that a text may be a misspelling of, in lowercase.
  package func nearestName(to text: String) throws(StoreError) -> String? {
    try file.read { try $0.nearestName(to: text) }
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
    try file.write { database in
      try RepositoryTable(database, now: seconds).record([repository])
      return try addFavorite(repository.id, database)
    }
  }

  /// Adds a favorite that is recorded; returns false if it was one already.
  func addFavorite(_ id: Repository.ID, _ database: Database) throws -> Bool {
    let place = removedPlaces[id]
    try database.run(
      """
      INSERT INTO favorite (position, repository, added_at)
      VALUES (\(place?.position), \(id), \(place?.addedAt ?? seconds)) ON CONFLICT DO NOTHING
      """
    )
    return database.changesCount > 0
  }

  /// Removes a favorite; returns false if it was not one.
  package func removeFavorite(id: Repository.ID) throws(StoreError) -> Bool {
    let rows = try file.write {
      try $0.rows("DELETE FROM favorite WHERE repository = \(id) RETURNING position, added_at")
    }
    guard let row = rows.first else { return false }
    removedPlaces[id] = (row.value(0, Int64.self), row.value(1, Int64.self) ?? 0)
    return true
  }

  /// The favorite of that name, in any case.
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

/// The executor of an actor that uses stores: its own dispatch queue.
///
/// A store's calls block for up to five seconds. Swift's pool has as many threads as there are processors,
/// so a few such calls there would stop every task of the process.
package final class StoreExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "store")

  package init() {}

  /// Runs a job on the queue, after those that were enqueued before.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
