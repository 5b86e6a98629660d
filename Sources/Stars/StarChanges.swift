package import Core
package import GitHubAPI
package import GitHubModel
package import RepositoryStore

/// Changes stars on GitHub, and then in the local copy.
///
/// GitHub is the source of truth and both requests are idempotent, so nothing is ever sent for a
/// process that died: `stars sync` repairs the copy (decision 0066). A failed request leaves the
/// copy unchanged, even if GitHub may have processed it.
///
/// Each change is journaled before it is sent.
package actor StarChanges {
  private let session: Session
  /// The run whose changes are recorded; nil for an undo.
  private let run: CommandRun?
  /// The token's account, or why it is unknown.
  private var account: Result<AccountID, OperationFailure>?
  private var hasWarned = false

  package init(_ session: Session) { self.init(session, recording: session.world.run) }

  /// Without a run, nothing is recorded.
  package init(_ session: Session, recording run: CommandRun?) {
    (self.session, self.run) = (session, run)
  }

  /// Stars or unstars a repository named by the user; does nothing if it already is.
  ///
  /// The journal records only real changes, so that an undo never reverts an older one. Unless `isKnown` says that the
  /// star will change, its state is read from the local copy, if that has the star, or from GitHub. A journal that cannot
  /// be written is not an error. `facts` are for the local copy, if this machine has none.
  package func set(
    _ isStarred: Bool,
    _ name: RepositoryName,
    isKnown: Bool = false,
    facts: Repository? = nil
  ) async throws(GitHubError) {
    var step: JournalEntry.Step.ID?
    if run != nil {
      var isChange = isKnown
      if !isChange { isChange = try await self.isStarred(name) != isStarred }
      if isChange { step = try? await record(isStarred, name, facts, of: try knownAccount()) }
    }
    try await send(isStarred, name, step, facts)
  }

  /// Unstars a repository selected by a filter, and therefore fails if that cannot be undone.
  ///
  /// If the repository is gone, the local copy drops the star even if GitHub does not find it.
  package func prune(_ name: RepositoryName, isGone: Bool) async throws {
    let step = try await record(false, name, nil, of: try await session.account())
    do throws(GitHubError) {
      try await send(false, name, step, nil)
    } catch {
      guard isGone, error.kind == .notFound else { throw error }
      await copy(isStarred: false, name)
    }
  }

  /// Records in the journal that the star will change.
  private func record(
    _ isStarred: Bool,
    _ name: RepositoryName,
    _ facts: Repository?,
    of account: AccountID
  ) async throws(OperationFailure) -> JournalEntry.Step.ID? {
    guard let run else { return nil }
    return try await session.library.perform { store in
      guard isStarred else { return try store.record(unstarring: name, in: run, of: account) }
      return try store.record(.starred(name, id: facts?.id), in: run, of: account)
    }
  }

  private func send(
    _ isStarred: Bool,
    _ name: RepositoryName,
    _ step: JournalEntry.Step.ID?,
    _ facts: Repository?
  ) async throws(GitHubError) {
    do throws(GitHubError) {
      if isStarred {
        try await session.client.star(name)
      } else {
        try await session.client.unstar(name)
      }
    } catch {
      if let step, let run, error.isRefusal {
        await session.library.ifPresent { try $0.forget(step, of: run) }
      }
      throw error
    }
    await copy(isStarred: isStarred, name, facts: facts)
  }

  private func isStarred(_ name: RepositoryName) async throws(GitHubError) -> Bool {
    let copied = try? await session.readCopy { try $0.isStarred(name, by: $1) }
    if copied == true { return true }
    return try await session.client.isStarred(name)
  }

  /// Records GitHub's state in the local copy; a failure is a warning, since GitHub has made the
  /// change.
  ///
  /// GitHub is asked for the user when a token is first used; if that fails, nothing is recorded.
  package func copy(isStarred: Bool, _ name: RepositoryName, facts: Repository? = nil) async {
    guard session.hasToken, session.library.places.library != nil else { return }
    let cached = await session.library.cachedRepository(name) ?? facts
    do throws(OperationFailure) {
      let account = try await knownAccount()
      try await session.library.perform { store in
        let facts = try store.repository(named: name) ?? cached
        try store.record(isStarred: isStarred, name, facts, of: account)
      }
    } catch {
      guard error.call == nil, !hasWarned else { return }
      hasWarned = true
      session.world.notify(.copyNotUpdated(error))
    }
  }

  /// The account, without retries, since the change does not need it.
  private func knownAccount() async throws(OperationFailure) -> AccountID {
    if let account { return try account.get() }
    do throws(OperationFailure) {
      let known = try await session.withoutRetries().account()
      account = .success(known)
      return known
    } catch {
      account = .failure(error)
      throw error
    }
  }
}

extension GitHubError {
  /// Whether GitHub refused to change this repository, so that its star is certainly unchanged.
  fileprivate var isRefusal: Bool {
    [.notFound, .forbidden, .invalidRequest, .tokenMissing, .localFile, .tokenRejected]
      .contains(kind)
  }
}
