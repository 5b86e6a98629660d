package import Core
import Essentials
package import GitHubModel
package import RepositoryStore
import System

/// The user's own stars, or those of another user, read from the local copy; if there is no copy yet, it is
/// made first.
package struct StarCopy {
  /// Its library has the copy.
  package let session: Session
  private let login: String?

  package init(_ session: Session, of login: String? = nil) {
    self.session = login.map(session.withStars) ?? session
    self.login = login
  }

  package var isOwn: Bool { login == nil }

  /// The account whose stars are in the copy; if there is no copy, the stars are fetched first.
  package func account() async throws(OperationFailure) -> AccountID {
    if login != nil { return try await session.account() }
    if let account = try await syncedAccount() { return account }
    guard session.hasToken else { throw OperationFailure(.noCopy) }
    _ = try await StarSync(session).run()
    guard let account = try await syncedAccount() else { throw OperationFailure(.noCopy) }
    return account
  }

  /// All stars that are wanted, newest first.
  package func all(
    where isWanted: @escaping @Sendable (Star) -> Bool = { _ in true }
  ) async throws(OperationFailure) -> [Star] {
    let account = try await account()
    return try await session.library.perform { try $0.stars(of: account, where: isWanted) }
  }

  /// The stars that match a query, best first; with a limit only so many, and how many there are.
  ///
  /// If not all have all words as typed, a note says so.
  package func matching(_ query: StarQuery, limit: Int?) async throws(OperationFailure)
    -> StarMatches
  {
    let account = try await account()
    let matches = try await session.library.perform {
      try $0.starMatches(query, of: account, limit: limit ?? .max, isCounted: limit != nil)
    }
    if let correction = matches.correction {
      session.world.notify(.corrected(correction))
    }
    return matches
  }

  /// A line of context for those of the stars that only the note or the README matches.
  package func matchedLines(
    _ query: StarQuery,
    of stars: some Sequence<Star>
  ) async throws(OperationFailure) -> [Repository.ID: TextMatch] {
    let account = try await account()
    let ids = stars.map(\.repository.id)
    return try await session.library.perform {
      try $0.matchedLines(query, of: ids, by: account)
    }
  }

  /// Reads another user's stars, unless that was done within a day and is not forced.
  package func refresh(isForced: Bool) async throws(OperationFailure) {
    guard let login else { return }
    var sync = StarSync(session, of: login)
    sync.isFull = isForced
    _ = try await sync.run()
    removeOldCopies(except: login)
  }

  /// Removes the stars of other users that were last read a month ago or earlier, with the files that SQLite
  /// has beside each.
  private func removeOldCopies(except login: String) {
    guard let directory = session.library.places.otherUsersDirectory else { return }
    let names = Dictionary(grouping: FileSystem.names(in: directory)) { $0.prefix { $0 != "." } }
    for (name, files) in names where name != login.lowercased() {
      let paths = files.map { "\(directory)/\($0)" }
      let modified =
        paths.map { FileStatus(of: $0, followsLinks: false).modifiedSeconds }.max() ?? 0
      guard session.world.now().timeIntervalSince1970 - Double(modified) > Self.maxAge else {
        continue
      }
      for path in paths { _ = try? FileSystem.remove(path) }
    }
  }

  /// In seconds: 30 days, as for other responses.
  private static let maxAge = 30.0 * 86_400

  private func syncedAccount() async throws(OperationFailure) -> AccountID? {
    try await session.readCopy { store, account in
      try store.syncState(of: account).finishedAt == nil ? nil : account
    }
  }
}
