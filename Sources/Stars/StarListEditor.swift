package import Core
import Essentials
package import GitHubAPI
package import GitHubModel
package import RepositoryStore
import System

/// Changes repositories' lists, although GitHub can only replace all lists of a repository.
///
/// Each change is computed from lists that the run has read within the last ten seconds, and is
/// journaled before it is sent. Then the lists are read back. While reads lag, they are repeated;
/// if another program has replaced the lists in the meantime, the change is reapplied. Other
/// processes on this machine wait for their turn, and reads that lack this machine's writes are not
/// used (decision 0130).
package struct StarListEditor: Sendable {
  package let copy: StarListCopy
  package let account: AccountID
  /// The run whose changes are journaled; nil for an undo.
  let run: CommandRun?
  /// The last read of the lists into the copy during this run; nil if another process has changed
  /// lists since.
  private let latest = Guarded<(start: Moment, reading: StarListCopy.Reading)?>(nil)
  /// Identifies this run in the file that records the last holder of the lock.
  private let holder = String(UInt64.random(in: 0 ... .max), radix: 16)

  package var session: Session { copy.session }
  package var world: World { copy.session.world }

  package init(_ session: Session) async throws(OperationFailure) {
    try await self.init(session, recording: session.world.run)
  }

  /// Prepares changes; the token's account must be known.
  ///
  /// Without a run, changes are not journaled.
  package init(_ session: Session, recording run: CommandRun?) async throws(OperationFailure) {
    // Requests nothing that could not be stored.
    try await session.library.require()
    (copy, self.run) = (StarListCopy(session), run)
    account = try await session.account()
  }

  /// All lists, from GitHub unless this run has read them within the last ten seconds.
  ///
  /// Lists read by an earlier run are not used, because another machine may have changed them. Nor
  /// are this run's if another process has changed lists since, or was about to.
  package func current() async throws(OperationFailure) -> [StarListContents] {
    try await withLock { () throws(OperationFailure) in try await reading().lists }
  }

  /// All lists, reread for up to ten seconds while they lack a recent write for one of the
  /// repositories from this machine.
  package func current(
    showing repositories: [Repository.ID]
  ) async throws(OperationFailure) -> StarListCopy.Reading {
    try await withLock { () throws(OperationFailure) in try await reading(showing: repositories) }
  }

  private func reading() async throws(OperationFailure) -> StarListCopy.Reading {
    if let (start, reading) = latest.withLock({ $0 }), world.clock.now() - start < Self.maxReadAge {
      let known = try await session.library.perform { [account] store in
        try store.starLists(of: account)
      }
      if let known { return reading.with(known) }
    }
    return try await newReading()
  }

  private func newReading() async throws(OperationFailure) -> StarListCopy.Reading {
    let start = world.clock.now()
    do throws(OperationFailure) {
      let reading = try await copy.update(of: account)
      latest.withLock { $0 = (start, reading) }
      return reading
    } catch {
      // The read comes first, and the scope for a change includes the scope for reading.
      throw error.call?.denial?.permissions?.lacksScopes == true
        ? OperationFailure(.list(.readOnly)) : error
    }
  }

  private static let maxReadAge = Duration.seconds(10)

  private func reading(
    showing repositories: [Repository.ID]
  ) async throws(OperationFailure) -> StarListCopy.Reading {
    let end = world.clock.now() + Self.maxReadAge
    var reading = try await reading()
    while true {
      // Any change would remove a repository from an unreadable list that it may be in.
      // Repositories that GitHub omits from a list do not matter: the token cannot see them, so
      // they are not the ones to change.
      guard reading.missingLists == 0 else {
        throw OperationFailure(.list(.leftOutOfChange(reading.missingLists)))
      }
      let known = reading.lists.listsByRepository
      let seen = Dictionary(repositories.map { ($0, known[$0] ?? []) }) { first, _ in first }
      let isLate = try await session.library.perform { [account] store in
        try store.hasUnseenWrites(in: seen, of: account)
      }
      guard isLate, world.clock.now() < end else { return reading }
      try await OperationFailure.of(in: world) { try await copy.pause() }
      reading = try await newReading()
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
  package func apply(
    _ change: MembershipChange,
    to member: StarList.Member
  ) async throws(OperationFailure) -> Bool {
    try await apply(change, to: member, recording: run)
  }

  /// Reapplies changes that another machine has overwritten since, without journaling them again.
  package func confirm(
    _ changes: [(member: StarList.Member, change: MembershipChange)]
  ) async throws(OperationFailure) {
    _ = try await withLock { () throws(OperationFailure) in try await newReading() }
    for (member, change) in changes { _ = try await apply(change, to: member, recording: nil) }
  }

  private func apply(
    _ change: MembershipChange,
    to member: StarList.Member,
    recording run: CommandRun?
  ) async throws(OperationFailure) -> Bool {
    let isChanged = try await withLock { () throws(OperationFailure) in
      try await applyLocked(change, to: member, recording: run)
    }
    // Other processes try the lock every five milliseconds.
    try? await world.clock.sleep(.milliseconds(20))
    return isChanged
  }

  private func applyLocked(
    _ wanted: MembershipChange,
    to member: StarList.Member,
    recording run: CommandRun?
  ) async throws(OperationFailure) -> Bool {
    var isChanged = false
    for _ in 0..<Self.maxAttempts {
      let lists = try await reading(showing: [member.id]).lists
      guard wanted.adding.isSubset(of: lists.map(\.list.id)) else {
        throw OperationFailure(.list(.gone))
      }
      let before = lists.lists(with: member.id)
      let change = wanted.difference(from: before)
      if change.isEmpty { return isChanged }
      // Only the first attempt is recorded; the others reapply it.
      try await write(change, of: member, from: before, recording: isChanged ? nil : run)
      isChanged = true
      if await isConfirmed(wanted, of: member, since: before) { return true }
    }
    throw OperationFailure(.list(.notShown(member.name)))
  }

  private static let maxAttempts = 3

  /// Runs `body` while no other process on this machine reads lists for a change, or changes them.
  private func withLock<Value: Sendable>(
    _ body: () async throws(OperationFailure) -> Value
  ) async throws(OperationFailure) -> Value {
    let lock = try await lock()
    // Without this use, the optimizer could release the lock earlier.
    defer { withExtendedLifetime(lock) {} }
    return try await body()
  }

  /// Waits until no other process has the lock; nil if there is no directory for it.
  private func lock() async throws(OperationFailure) -> FileLock? {
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
  private func dropStaleRead(lastHolder path: String) throws(FileLock.Problem) {
    let last = try? GuardedFile.text(at: path, policy: .secret)
    if last == holder { return }
    latest.withLock { $0 = nil }
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
  private func write(
    _ change: MembershipChange,
    of member: StarList.Member,
    from before: Set<StarList.ID>,
    recording run: CommandRun?
  ) async throws(OperationFailure) {
    let after = change.result(from: before)
    try await recording(.changedLists(member, change), in: run) { () throws(GitHubError) in
      try await attempt(.setStarLists(after.sorted(), of: member)) {
        try await isShown(change, of: member) ? () : nil
      }
    }
    try await session.library.perform { [account] store in
      try store.record(member, in: after, of: account)
    }
  }

  /// Reads back until GitHub shows the change; returns false if it must be reapplied.
  ///
  /// `before` are the lists that the change was computed from: reads that still show them lag.
  private func isConfirmed(
    _ wanted: MembershipChange,
    of member: StarList.Member,
    since before: Set<StarList.ID>
  ) async -> Bool {
    let end = world.clock.now() + .seconds(10)
    do throws(GitHubError) {
      while true {
        try await copy.pause()
        if try await isShown(wanted, of: member) { return true }
        let start = world.clock.now()
        let reading = try await copy.read(for: account)
        let now = reading.lists.lists(with: member.id)
        let isMade = wanted.difference(from: now).isEmpty
        var lags = false
        if !isMade, world.clock.now() < end {
          let seen = [member.id: wanted.result(from: now)]
          lags = if now == before { true } else { await lacksWrites(seen) }
        }
        if lags { continue }
        await session.library.ifPresent { [account] store in
          try store.replaceStarLists(reading.lists, missing: reading.missingLists, of: account)
          if !isMade { try store.forgetWrites(of: member.id, of: account) }
        }
        latest.withLock { $0 = (start, reading) }
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

  /// Whether the lists of repositories lack recent writes of this machine.
  private func lacksWrites(_ seen: [Repository.ID: Set<StarList.ID>]) async -> Bool {
    await session.library.ifPresent { [account] store in
      try store.hasUnseenWrites(in: seen, of: account)
    } ?? false
  }

  /// Whether the affected lists show the change; other lists are not read.
  private func isShown(
    _ change: MembershipChange,
    of member: StarList.Member
  ) async throws(GitHubError) -> Bool {
    for list in change.adding.union(change.removing).sorted() {
      do throws(GitHubError) {
        let isMember = try await copy.contains(member, in: list)
        guard isMember == change.adding.contains(list) else { return false }
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
  package func recording<Value>(
    _ change: ReversibleChange,
    in run: CommandRun?,
    _ send: () async throws(GitHubError) -> Value
  ) async throws(OperationFailure) -> Value {
    var step: JournalEntry.Step.ID?
    if let run {
      step = try await session.library.perform { [account] in
        try $0.record(change, in: run, of: account)
      }
    }
    do throws(GitHubError) {
      return try await send()
    } catch {
      if let step, let run, !error.mayHaveTakenEffect {
        try await session.library.perform { try $0.forget(step, of: run) }
      }
      throw OperationFailure(error, in: world)
    }
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
