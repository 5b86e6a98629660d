package import Core
import Essentials
import GitHubAPI
package import GitHubModel
package import RepositoryStore
import System

/// The user's own or another user's stars, read from the local copy, which is created first if
/// missing.
package struct StarCopy {
  /// The session whose library has the copy.
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
  /// A notice reports if not all stars have all words as typed.
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

  /// A context line for each star that matches only by its note or README.
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

  /// Reads another user's stars, unless they were read within a day and `isForced` is false.
  package func refresh(isForced: Bool) async throws(OperationFailure) {
    guard let login else { return }
    var sync = StarSync(session, of: login)
    sync.isFull = isForced
    _ = try await sync.run()
    removeOldCopies(except: login)
  }

  /// Removes copies of other users' stars that were last read at least a month ago, including
  /// SQLite's additional files.
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

  /// The maximum age in seconds: 30 days, as for other responses.
  private static let maxAge = 30.0 * 86_400

  private func syncedAccount() async throws(OperationFailure) -> AccountID? {
    try await session.readCopy { store, account in
      try store.syncState(of: account).finishedAt == nil ? nil : account
    }
  }
}

extension StarCopy {
  /// The members of a list as stars; members that are not starred have no date.
  ///
  /// Requests the facts of repositories never seen before, and returns the failure if that was
  /// impossible.
  package func members(
    _ members: [StarList.Member]
  ) async -> (stars: [Star], failure: OperationFailure?) {
    let starred = await session.readCopyIfPresent { try $0.stars(of: $1) } ?? []
    let stars = Dictionary(starred.map { ($0.repository.id, $0) }) { first, _ in first }
    var others: [Repository.ID: Repository] = [:]
    var unknown: [StarList.Member] = []
    for member in members where stars[member.id] == nil {
      others[member.id] = await session.library.knownRepository(member.name)
      if others[member.id] == nil { unknown.append(member) }
    }
    var failure: OperationFailure?
    do throws(GitHubError) {
      let found = try await session.client.lookUp(unknown.map(\.name)).found
      for (member, lookup) in zip(unknown, found) {
        others[member.id] = lookup.repository?.facts
      }
      await session.library.record(found.compactMap(\.repository?.facts))
    } catch {
      failure = OperationFailure(error, in: session.world)
    }
    let listed = members.map { member in
      stars[member.id]
        ?? Star(unstarred: others[member.id] ?? Repository(member, at: session.base))
    }
    return (listed, failure)
  }
}

extension Repository {
  /// A repository known by name only.
  fileprivate init(_ member: StarList.Member, at base: APIBase) {
    self.init(
      id: member.id,
      name: member.name,
      owner: Owner(login: member.name.owner),
      url: WebPage.repository(member.name, on: base) ?? ""
    )
    nodeID = member.nodeID
  }
}

/// Stars that matched a moment ago according to GitHub.
package struct CurrentStars {
  package var stars: [Star] = []
  /// The number of stars that match only in the copy: they no longer match, or could not be
  /// checked.
  package var skippedCount = 0
  package var refusals = OwnerRefusals()
  /// Why some stars could not be checked; nil if all were.
  package var failure: OperationFailure?
}

extension StarCopy {
  /// The stars that match now, after rereading the facts of those that match in the copy.
  ///
  /// - Throws: ``OperationFailure`` if none can be read.
  package func current(
    where isWanted: @escaping @Sendable (Star) -> Bool
  ) async throws(OperationFailure) -> CurrentStars {
    let candidates = try await all(where: isWanted)
    if candidates.isEmpty { return CurrentStars() }
    // Keeps only these, so the stars are not in memory twice.
    let (count, due) = (candidates.count, candidates.compactMap(StarList.Member.init))
    let asked = Set(candidates.map(\.repository.id))
    let outcome = try await StarFactsSync(session, of: account()).read(due)
    if let failure = outcome.failure, outcome.isStopped { throw failure }
    if !outcome.isAvailable {
      var sync = StarSync(session)
      sync.isFull = true
      _ = try await sync.run()
    }
    let known = outcome.isAvailable ? outcome.answered.intersection(asked) : asked
    let stars = try await all(where: isWanted).filter { known.contains($0.repository.id) }
    return CurrentStars(
      stars: stars,
      skippedCount: count - stars.count,
      refusals: outcome.refusals,
      failure: outcome.failure
    )
  }
}
