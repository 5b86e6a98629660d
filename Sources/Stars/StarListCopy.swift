package import Core
import Essentials
package import GitHubAPI
package import GitHubModel
package import RepositoryStore
import System

/// The user's star lists: the copy on this machine, and how it is read from GitHub.
package struct StarListCopy: Sendable {
  package let session: Session
  private let hasWarned = Guarded(false)

  package init(_ session: Session) { self.session = session }

  /// The copy, which is created if missing.
  package func contents() async throws(OperationFailure) -> [StarListContents] {
    if let stored = try await stored() { return stored }
    let lists = try await update(of: try await session.account()).lists
    session.world.notify(.listsFetched(count: lists.count))
    return lists
  }

  /// The copy, for finding unlisted stars: these may be in a list that GitHub omitted.
  package func completeContents() async throws(OperationFailure) -> [StarListContents] {
    let lists = try await contents()
    let missing = try await session.readCopy { try $0.syncState(of: $1).missingLists }
    if let missing, missing > 0 {
      throw OperationFailure(.list(.leftOutOfFilter(missing)))
    }
    return lists
  }

  package func stored() async throws(OperationFailure) -> [StarListContents]? {
    try await session.readCopy { try $0.starLists(of: $1) }
  }

  /// Reads all lists from GitHub into the copy, and returns it.
  ///
  /// A warning names everything that GitHub omitted.
  package func update(of account: AccountID) async throws(OperationFailure) -> Reading {
    let reading = try await OperationFailure.of(in: session.world) { try await read(for: account) }
    warn(of: reading)
    try await session.library.perform {
      try $0.replaceStarLists(reading.lists, missing: reading.missingLists, of: account)
    }
    return reading
  }

  /// Updates the copy if there is one; keeps it unchanged without permission or network.
  package func refresh() async {
    guard let stored = try? await stored(), !stored.isEmpty,
      let account = try? await session.account()
    else { return }
    _ = try? await update(of: account)
  }
}

// MARK: GitHub

extension StarListCopy {
  /// All lists with their members, as GitHub shows them; the copy supplies those that GitHub omits.
  ///
  /// If a list disappears before its members are read, everything is reread, since another of
  /// GitHub's servers may still show it: a list omitted by mistake would lose a repository at the
  /// next write.
  package func read(for account: AccountID) async throws(GitHubError) -> Reading {
    var attempt = 1
    while true {
      do throws(GitHubError) {
        var reading = try await readOnce()
        try await fillGaps(in: &reading, of: account)
        return reading
      } catch {
        // With status 404, the server has no lists at all.
        guard error.kind == .notFound, error.status != 404, attempt < Self.maxReads else {
          throw error
        }
        attempt += 1
        try await pause()
      }
    }
  }

  private static let maxReads = 5

  private func readOnce() async throws(GitHubError) -> Reading {
    let lists = try await lists()
    var reading = Reading(missingLists: lists.skippedCount, reason: lists.reason)
    for list in lists.elements {
      guard list.repositoryCount > 0 else {
        reading.lists.append(StarListContents(list: list, members: []))
        continue
      }
      let members = try await all { .members(ofList: list.id, after: $0) }
      reading.lists.append(StarListContents(list: list, members: members.elements))
      reading.reason = reading.reason ?? members.reason
      if members.skippedCount > 0 { reading.missingMembers[list.id] = members.skippedCount }
    }
    return reading
  }

  /// The lists without members, in GitHub's order.
  package func lists() async throws(GitHubError) -> ConnectionPage<StarList> {
    try await all { .starLists(after: $0) }
  }

  /// All pages combined.
  private func all<Element: Sendable>(
    _ endpoint: (String?) -> Endpoint<ConnectionPage<Element>>
  ) async throws(GitHubError) -> ConnectionPage<Element> {
    var all = try await session.client.send(endpoint(nil)).value
    while let cursor = all.nextCursor {
      let page = try await session.client.send(endpoint(cursor)).value
      all.elements += page.elements
      all.skippedCount += page.skippedCount
      all.reason = all.reason ?? page.reason
      all.nextCursor = page.nextCursor
    }
    return all
  }

  /// Whether a repository is in a list; reading stops at the page that contains it.
  package func contains(_ member: StarList.Member, in list: StarList.ID) async throws(GitHubError)
    -> Bool
  {
    var cursor: String?
    repeat {
      let page = try await session.client.send(.members(ofList: list, after: cursor)).value
      if page.elements.contains(where: { $0.id == member.id }) { return true }
      cursor = page.nextCursor
    } while cursor != nil
    return false
  }

  /// Waits a second, as between reads that may lag behind a write.
  package func pause() async throws(GitHubError) {
    try await session.world.clock.wait(.seconds(1))
  }
}

// MARK: Members that GitHub omits

extension StarListCopy {
  /// The lists as GitHub shows them, and everything it omits.
  ///
  /// GitHub omits everything the token cannot see, such as a repository behind an organization's
  /// single sign-on.
  package struct Reading: Sendable {
    package var lists: [StarListContents] = []
    package fileprivate(set) var missingLists = 0
    /// The number of repositories that GitHub omitted from each list.
    package fileprivate(set) var missingMembers: [StarList.ID: Int] = [:]
    /// The omitted repositories known from the copy.
    package fileprivate(set) var hiddenMembers: [StarList.ID: [StarList.Member]] = [:]
    /// GitHub's reason for the first omission; not yet safe for a terminal.
    package fileprivate(set) var reason: String?

    /// A copy of the reading with these lists, which have changed since.
    func with(_ lists: [StarListContents]) -> Self {
      var reading = self
      reading.lists = lists
      return reading
    }
  }

  /// Fills gaps in GitHub's response from the copy: an unreadable list or repository may still
  /// exist.
  private func fillGaps(
    in reading: inout Reading,
    of account: AccountID
  ) async throws(GitHubError) {
    guard reading.missingLists > 0 || !reading.missingMembers.isEmpty else { return }
    let stored = await session.library.ifPresent { try $0.starLists(of: account) }
    for old in stored ?? [] {
      guard let index = reading.lists.firstIndex(where: { $0.list.id == old.list.id }) else {
        if reading.missingLists > 0 { reading.lists.append(old) }
        continue
      }
      guard reading.missingMembers[old.list.id] != nil else { continue }
      let shown = Set(reading.lists[index].members.map(\.id))
      let hidden = try await hidden(among: old.members.filter { !shown.contains($0.id) })
      reading.lists[index].members += hidden
      reading.hiddenMembers[old.list.id] = hidden
    }
  }

  /// The repositories hidden from the token; others have left the list.
  private func hidden(
    among members: [StarList.Member]
  ) async throws(GitHubError) -> [StarList.Member] {
    let visible = try await session.client.starStates(of: members.map(\.nodeID))
    return members.filter { visible[$0.nodeID] == nil }
  }

  /// Warns about gaps, once per command.
  private func warn(of reading: Reading) {
    guard reading.missingLists > 0 || !reading.missingMembers.isEmpty, hasWarned.claim() else {
      return
    }
    if reading.missingLists > 0 {
      session.world.notify(.listsHidden(count: reading.missingLists, reason: reading.reason))
    }
    for contents in reading.lists {
      guard let count = reading.missingMembers[contents.list.id] else { continue }
      session.world.notify(
        .membersHidden(
          list: contents.list.name,
          count: count,
          names: (reading.hiddenMembers[contents.list.id] ?? []).map(\.name),
          reason: reading.reason
        )
      )
    }
  }
}

extension [StarListContents] {
  package func lists(with repository: Repository.ID) -> Set<StarList.ID> {
    Set(filter { $0.members.contains { $0.id == repository } }.map(\.list.id))
  }

  /// The lists of each repository; unlisted repositories are missing.
  package var listsByRepository: [Repository.ID: Set<StarList.ID>] {
    reduce(into: [:]) { lists, contents in
      for member in contents.members { lists[member.id, default: []].insert(contents.list.id) }
    }
  }
}
