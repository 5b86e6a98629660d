package import Core
import Essentials
package import GitHubAPI
package import GitHubModel
package import RepositoryStore
import System

/// A change of one repository's lists.
package struct MembershipChange: Sendable {
  package var member: StarList.Member
  package var adding: Set<StarList.ID> = []
  package var removing: Set<StarList.ID> = []

  package init(
    member: StarList.Member,
    adding: Set<StarList.ID> = [],
    removing: Set<StarList.ID> = []
  ) {
    (self.member, self.adding, self.removing) = (member, adding, removing)
  }

  package var isEmpty: Bool { adding.isEmpty && removing.isEmpty }

  /// The resulting lists of a repository that is currently in `lists`.
  package func result(from lists: Set<StarList.ID>) -> Set<StarList.ID> {
    lists.subtracting(removing).union(adding)
  }

  package func isMade(in lists: Set<StarList.ID>) -> Bool { result(from: lists) == lists }
}

/// Changes repositories' lists, although GitHub can only replace all lists of a repository.
///
/// Each change is computed from lists that the run has read within the last ten seconds, and is
/// journaled before it is sent. Then the lists are read back. While reads lag, they are repeated;
/// if another program has replaced the lists in the meantime, the change is reapplied. Other
/// processes on this machine wait for their turn, and reads that lack this machine's writes are not
/// used (decision 0130).
package struct StarListEditor {
  package let copy: StarListCopy
  package let account: AccountID
  /// Whether changes are journaled; those of an undo are not.
  package var isJournaled = true
  /// The change that `lists undo` undoes, created with the first step.
  private var change: StarListChange.ID?
  /// When this run began to read the copied lists; nil if another process has changed lists since.
  private var lastRead: Moment?
  /// The lists returned by that read, and the number of omitted ones.
  package private(set) var lastReading = StarListCopy.Reading()
  /// Identifies this run in the file that records the last holder of the lock.
  private let holder = String(UInt64.random(in: 0 ... .max), radix: 16)

  package var session: Session { copy.session }
  package var world: World { copy.session.world }

  /// Prepares changes; the token's account must be known.
  package init(_ session: Session) async throws(OperationFailure) {
    // Requests nothing that could not be stored.
    try await session.library.require()
    copy = StarListCopy(session)
    account = try await session.account()
  }

  /// All lists, from GitHub unless this run has read them within the last ten seconds.
  ///
  /// Lists read by an earlier run are not used, because another machine may have changed them. Nor
  /// are this run's if another process has changed lists since, or was about to.
  ///
  /// With `repositories`, the lists are reread for up to ten seconds while they lack a recent write
  /// for one of them from this machine.
  package mutating func current(
    showing repositories: [Repository.ID]? = nil
  ) async throws(OperationFailure) -> [StarListContents] {
    try await withLock { (editor) throws(OperationFailure) in
      guard let repositories else { return try await editor.currentLocked() }
      return try await editor.currentLocked(showing: repositories)
    }
  }

  private mutating func currentLocked() async throws(OperationFailure) -> [StarListContents] {
    if let lastRead, world.clock.now() - lastRead < Self.maxReadAge {
      let known = try await session.library.perform { [account] store in
        try store.starLists(of: account)
      }
      if let known { return known }
    }
    let start = world.clock.now()
    let reading: StarListCopy.Reading
    do throws(OperationFailure) {
      reading = try await copy.update(of: account)
    } catch {
      // The read comes first, and the scope for a change includes the scope for reading.
      throw error.call?.denial?.permissions?.lacksScopes == true
        ? OperationFailure(.list(.readOnly)) : error
    }
    (lastRead, lastReading) = (start, reading)
    return reading.lists
  }

  private static let maxReadAge = Duration.seconds(10)

  private mutating func currentLocked(
    showing repositories: [Repository.ID]
  ) async throws(OperationFailure) -> [StarListContents] {
    let end = world.clock.now() + Self.maxReadAge
    while true {
      let lists = try await currentLocked()
      // Any change would remove a repository from an unreadable list that it may be in.
      // Repositories omitted from a list do not matter: the token cannot see them, so they are not
      // being changed.
      guard lastReading.missingLists == 0 else {
        throw OperationFailure(.list(.leftOutOfChange(lastReading.missingLists)))
      }
      let known = lists.listsByRepository
      let seen = Dictionary(repositories.map { ($0, known[$0] ?? []) }) { first, _ in first }
      let isLate = try await session.library.perform { [account] store in
        try store.hasUnseenWrites(in: seen, of: account)
      }
      guard isLate, world.clock.now() < end else { return lists }
      lastRead = nil
      try await OperationFailure.of(in: world) { try await copy.pause() }
    }
  }

  /// The repositories as GitHub knows them, in the order of the names.
  ///
  /// - Throws: ``OperationFailure`` of kind ``FailureKind/forbidden`` if the token may not change
  ///   lists, or for a private repository that may be in lists where the token cannot see it.
  package func repositories(_ names: [RepositoryName]) async throws(OperationFailure)
    -> [RepositoryLookup]
  {
    let (found, scopes) = try await OperationFailure.of(in: world) {
      try await session.client.lookUp(names)
    }
    let rights = TokenRights(scopes)
    // Unknown scopes may be sufficient.
    if rights.scopes != nil, rights.lists != .write { throw OperationFailure(.list(.readOnly)) }
    let hidden = found.compactMap(\.repository).first(where: \.isPrivate)
    if let hidden, !rights.seesPrivate {
      throw OperationFailure(.list(.hidden(hidden.member.name)))
    }
    return found
  }

  /// Makes the change, and returns whether there was anything to change.
  ///
  /// `isRetry` means that the change is already in the journal.
  package mutating func apply(
    _ wanted: MembershipChange,
    isRetry: Bool = false
  ) async throws(OperationFailure) -> Bool {
    let isChanged = try await withLock { (editor) throws(OperationFailure) in
      try await editor.applyLocked(wanted, isRetry: isRetry)
    }
    // Other processes try the lock every five milliseconds.
    try? await world.clock.sleep(.milliseconds(20))
    return isChanged
  }

  /// Reapplies changes that another machine has overwritten since.
  package mutating func confirm(_ changes: [MembershipChange]) async throws(OperationFailure) {
    lastRead = nil
    for change in changes { _ = try await apply(change, isRetry: true) }
  }

  private mutating func applyLocked(
    _ wanted: MembershipChange,
    isRetry: Bool
  ) async throws(OperationFailure) -> Bool {
    var isChanged = false
    for _ in 0..<Self.maxAttempts {
      let lists = try await currentLocked(showing: [wanted.member.id])
      let known = Set(lists.map(\.list.id))
      guard wanted.adding.isSubset(of: known) else {
        throw OperationFailure(.list(.gone))
      }
      let before = lists.lists(with: wanted.member.id)
      let after = wanted.result(from: before)
      if after == before { return isChanged }
      try await write(wanted.member, from: before, to: after, isRetry: isRetry || isChanged)
      isChanged = true
      if await isConfirmed(wanted, since: before) { return true }
    }
    throw OperationFailure(.list(.notShown(wanted.member.name)))
  }

  private static let maxAttempts = 3

  /// Runs `body` while no other process on this machine reads lists for a change, or changes them.
  private mutating func withLock<Value: Sendable>(
    _ body: (inout Self) async throws(OperationFailure) -> Value
  ) async throws(OperationFailure) -> Value {
    let lock = try await lock()
    // Without this use, the optimizer could release the lock earlier.
    defer { withExtendedLifetime(lock) {} }
    return try await body(&self)
  }

  /// Waits until no other process has the lock; nil if there is no directory for it.
  private mutating func lock() async throws(OperationFailure) -> FileLock? {
    guard let directory = UserDirectories(world.environment).state.map({ "\($0)/ghsearch" })
    else {
      return nil
    }
    let path = "\(directory)/lists.lock"
    for _ in 0..<Self.maxLockAttempts {
      do throws(FileLock.Problem) {
        let lock = try await FileLock.take(path, retryDelay: world.clock.lockRetryDelay)
        try dropStaleRead(lastHolder: "\(directory)/lists.holder")
        return lock
      } catch .impossible {
        return nil
      } catch {
        if Task.isCancelled { throw OperationFailure(.canceled) }
      }
    }
    throw OperationFailure(.list(.locked))
  }

  /// The maximum number of waits for the lock, a second each.
  private static let maxLockAttempts = 45

  /// Records that this run holds the lock; if another held it in between, earlier reads are
  /// discarded.
  private mutating func dropStaleRead(lastHolder path: String) throws(FileLock.Problem) {
    let last = try? GuardedFile.text(at: path, policy: .secret)
    if last == holder { return }
    lastRead = nil
    do throws(SystemError) {
      try AtomicFile.replace(path, with: Array(holder.utf8))
    } catch {
      throw .impossible
    }
  }
}

extension RepositoryLookup {
  /// The repository that was looked up.
  ///
  /// - Throws: ``OperationFailure`` for this repository alone, not its batch, if it was not found
  ///   or is unreadable.
  package func found(_ name: RepositoryName) throws(OperationFailure) -> Found {
    switch self {
    case .found(let repository): return repository
    case .notFound:
      throw OperationFailure(.repositoryNotFound(name))
    case .unreadable(let why): throw OperationFailure(.unreadableRepository(name, why))
    }
  }
}

// MARK: One write

extension StarListEditor {
  /// Journals the difference, sends the whole set, and records it in the copy.
  private mutating func write(
    _ member: StarList.Member,
    from before: Set<StarList.ID>,
    to after: Set<StarList.ID>,
    isRetry: Bool
  ) async throws(OperationFailure) {
    let (added, removed) = (after.subtracting(before), before.subtracting(after))
    let action = StarListAction.moved(
      member,
      added: added.sorted(),
      removed: removed.sorted()
    )
    let change = MembershipChange(member: member, adding: added, removing: removed)
    try await journaling(isRetry ? nil : action) { editor throws(GitHubError) in
      try await editor.attempt(.setStarLists(after.sorted(), of: member)) {
        try await editor.isShown(change) ? () : nil
      }
    }
    try await session.library.perform { [account] store in
      try store.record(member, in: after, of: account)
    }
  }

  /// Reads back until GitHub shows the change; returns false if it must be reapplied.
  ///
  /// `before` are the lists that the change was computed from: reads that still show them lag.
  private mutating func isConfirmed(_ wanted: MembershipChange, since before: Set<StarList.ID>)
    async -> Bool
  {
    let end = world.clock.now() + .seconds(10)
    do throws(GitHubError) {
      while true {
        try await copy.pause()
        if try await isShown(wanted) { return true }
        let start = world.clock.now()
        let reading = try await copy.read(for: account)
        let lists = reading.lists
        let now = lists.lists(with: wanted.member.id)
        let isMade = wanted.isMade(in: now)
        var lags = false
        if !isMade, world.clock.now() < end {
          lags = if now == before { true } else { await lacksEarlierWrites(now, wanted) }
        }
        if lags { continue }
        await session.library.ifPresent { [account] store in
          try store.replaceStarLists(lists, missing: reading.missingLists, of: account)
          if !isMade { try store.forgetWrites(of: wanted.member.id, of: account) }
        }
        (lastRead, lastReading) = (start, reading)
        return isMade
      }
    } catch {
      // The change has been made; an interruption is noticed before the next one.
      if error.kind != .canceled {
        world.notify(.listsNotVerified(OperationFailure(error, in: world)))
      }
      return true
    }
  }

  /// Whether the lists lack recent writes of this machine other than the change.
  private func lacksEarlierWrites(
    _ lists: Set<StarList.ID>,
    _ wanted: MembershipChange
  ) async -> Bool {
    let seen = [wanted.member.id: wanted.result(from: lists)]
    return await session.library.ifPresent { [account] store in
      try store.hasUnseenWrites(in: seen, of: account)
    } ?? false
  }

  /// Whether the affected lists show the change; other lists are not read.
  private func isShown(_ wanted: MembershipChange) async throws(GitHubError) -> Bool {
    for list in wanted.adding.union(wanted.removing).sorted() {
      do throws(GitHubError) {
        let isMember = try await copy.contains(wanted.member, in: list)
        guard isMember == wanted.adding.contains(list) else { return false }
      } catch {
        guard error.kind == .notFound else { throw error }
        return false
      }
    }
    return true
  }
}

// MARK: - Sending

extension StarListEditor {
  /// Sends a change after journaling it, so that it can be undone even if the process dies.
  ///
  /// It is removed from the journal if GitHub certainly did not make it.
  package mutating func journaling<Value>(
    _ action: StarListAction?,
    _ send: (Self) async throws(GitHubError) -> Value
  ) async throws(OperationFailure) -> Value {
    var step: StarListChange.Step.ID?
    if let action { step = try await journal(action) }
    do throws(GitHubError) {
      return try await send(self)
    } catch {
      if let step, !error.mayHaveTakenEffect {
        try await session.library.perform { try $0.unjournal([step]) }
      }
      throw OperationFailure(error, in: world)
    }
  }

  /// Journals a change; returns nil for an undo, which is not journaled.
  @discardableResult
  package mutating func journal(
    _ action: StarListAction
  ) async throws(OperationFailure) -> StarListChange.Step.ID? {
    guard isJournaled else { return nil }
    let begun = change
    let made = try await session.library.perform { [account] in
      try $0.journal(action, of: begun, by: account)
    }
    change = made.change
    return made.step
  }

  /// Sends a change once; if it fails but may have been made, `find` looks for its result.
  ///
  /// - Throws: The failure, if reads do not show the result within ten seconds.
  package func attempt<Value>(
    _ change: Endpoint<Value>,
    _ find: () async throws -> Value?
  ) async throws(GitHubError) -> Value {
    do throws(GitHubError) {
      return try await session.client.send(change).value
    } catch {
      guard error.mayHaveTakenEffect, let result = try? await poll(find) else { throw error }
      return result
    }
  }

  /// Waits up to ten seconds for reads to show a change of lists.
  package func waitUntil(_ isShown: ([StarList]) -> Bool) async {
    do {
      if try await poll({ isShown(try await copy.lists().elements) ? true : nil }) ?? false {
        return
      }
    } catch {
      return
    }
    world.notify(.changeNotShown)
  }

  /// Calls `find` every second for ten seconds until it returns a result; nil if it does not, or if
  /// the task is canceled.
  private func poll<Value>(_ find: () async throws -> Value?) async rethrows -> Value? {
    let end = world.clock.now() + .seconds(10)
    repeat {
      if let result = try await find() { return result }
      if world.clock.now() >= end { return nil }
    } while (try? await copy.pause()) != nil
    return nil
  }
}
