package import GitHubModel
import Locking

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What must last: favourites, stars, and what is about to be changed.
///
/// A damaged file is put aside, which whoever opens or uses it is told once; the next opening
/// begins anew. All calls block, for milliseconds as a rule and for five seconds at most while
/// others write. What a call has changed is on the disk when it returns.
package final class LibraryStore: Sendable {
  let file: StoreFile
  let locks: IntentLocks
  /// Which run of a sync this object has a part in; see ``takePage(_:_:of:)``.
  let joined = Guarded<[AccountID: Int64]>([:])

  /// Opens the file, and makes it and its folder where there is none.
  ///
  /// A file for locks, `PATH.intents`, is made beside it. Favourites and stars are given the time
  /// of `now`; `key` makes the key under which a new file knows tokens.
  package init(
    path: String,
    now: @escaping @Sendable () -> Date,
    key: @escaping @Sendable () -> AccountDigest = LibraryStore.randomKey
  ) throws(StoreError) {
    file = try StoreFile(path: path, migrator: Schema.library(key: key), remedy: .tell, now: now)
    locks = try IntentLocks(path: "\(path).intents")
  }

  /// A key from the system's source of randomness.
  package static let randomKey: @Sendable () -> AccountDigest = {
    var generator = SystemRandomNumberGenerator()
    return AccountDigest(using: &generator)
  }

  /// Takes in newer facts of repositories that are here already, and nothing of others.
  ///
  /// Where they say nothing new, nothing is written and no writer is waited for.
  package func refresh(_ repositories: [Repository]) throws(StoreError) {
    let news = try file.read { database in
      let (table, stars) = (RepositoryTable(database), StarTable(database))
      return try repositories.filter { try table.isNews($0) || stars.isAwaited($0.name) }
    }
    guard !news.isEmpty else { return }
    let now = seconds
    try file.write { database in
      let (table, stars) = (RepositoryTable(database, now: now), StarTable(database))
      for repository in news where try !stars.learn(repository, table) {
        if try table.isNews(repository) { try table.note(repository) }
      }
    }
  }

  /// The one of the name, in whatever case.
  package func repository(named name: RepositoryName) throws(StoreError) -> Repository? {
    try file.read { try RepositoryTable($0).repository(named: name) }
  }

  /// What SQLite finds wrong with the file; empty when it is whole.
  package func integrity() throws(StoreError) -> [String] { try file.integrity() }

  /// Whole seconds since 1970.
  var seconds: Int64 { file.now().wholeSeconds ?? 0 }
}
