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
/// Unstarred repositories are journaled as one run, which `stars undo` restores.
package actor StarChanges {
  private let session: Session
  /// The run in the journal, once something was unstarred.
  private var run: Prune.ID?
  /// The token's account, or why it is unknown.
  private var account: Result<AccountID, OperationFailure>?
  private var hasWarned = false

  package init(_ session: Session) { self.session = session }

  /// Stars the repository; does nothing if it is already starred.
  ///
  /// `facts` are for the local copy, if this machine has none.
  package func star(_ name: RepositoryName, facts: Repository? = nil) async throws(GitHubError) {
    try await session.client.star(name)
    await record(isStarred: true, name, facts: facts)
  }

  /// Unstars a repository named by the user; does nothing if it is not starred.
  ///
  /// The journal records only existing stars, so that an undo never adds a new one. If the local
  /// copy lacks the star, GitHub is asked unless `isKnown` is true: without an entry for this
  /// command, an undo would revert the previous command. A journal that cannot be written is not an
  /// error.
  package func unstar(_ name: RepositoryName, isKnown: Bool = false) async throws(GitHubError) {
    var isStarred = isKnown
    if !isStarred { isStarred = try await self.isStarred(name) }
    if isStarred, let step = try? await journal(name) { return try await unstar(name, step) }
    try await session.client.unstar(name)
    await record(isStarred: false, name)
  }

  /// Unstars a repository selected by a filter, and therefore fails if that cannot be undone.
  ///
  /// If the repository is gone, the local copy drops the star even if GitHub does not find it.
  package func prune(_ name: RepositoryName, isGone: Bool) async throws {
    let step = try await journal(name)
    do throws(GitHubError) {
      try await unstar(name, step)
    } catch {
      guard isGone, error.kind == .notFound else { throw error }
      await record(isStarred: false, name)
    }
  }

  /// Unstars a repository that has a step in the journal.
  private func unstar(_ name: RepositoryName, _ step: Prune.Step.ID) async throws(GitHubError) {
    do throws(GitHubError) {
      try await session.client.unstar(name)
    } catch {
      if error.isRefusal { await session.library.ifPresent { try $0.unjournal([step]) } }
      throw error
    }
    await record(isStarred: false, name)
  }

  /// Records that the repository is about to be unstarred.
  private func journal(_ name: RepositoryName) async throws(OperationFailure) -> Prune.Step.ID {
    let account = try await session.account()
    let entry = try await session.library.perform { [run] store in
      try store.journal(unstarring: name, of: run, by: account)
    }
    run = entry.change
    return entry.step
  }

  private func isStarred(_ name: RepositoryName) async throws(GitHubError) -> Bool {
    let copied = try? await session.readCopy { try $0.isStarred(name, by: $1) }
    if copied == true { return true }
    return try await session.client.isStarred(name)
  }

  /// Records GitHub's state in the local copy; a failure is a warning, since GitHub has made the
  /// change.
  ///
  /// GitHub is asked for the user the first time a token is used; without an answer, nothing is
  /// recorded.
  package func record(isStarred: Bool, _ name: RepositoryName, facts: Repository? = nil) async {
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

  /// The account, without retries, since the change has already been made.
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

extension StarChanges {
  /// Puts a repository that is starred again back into its former lists, and removes it from the
  /// journal.
  package func restoreLists(of name: RepositoryName, from prune: Prune)
    async throws(OperationFailure)
  {
    let steps = prune.steps(of: name)
    let lists = Set(steps.compactMap(\.action.lists).joined())
    if !lists.isEmpty {
      do throws(OperationFailure) {
        var editor = try await StarListEditor(session)
        _ = try await editor.restore([(name, nil)], adding: lists)
      } catch {
        throw error.of(.restoringLists(of: name))
      }
    }
    await session.library.ifPresent { try $0.unjournal(steps.map(\.id)) }
  }
}

extension GitHubError {
  /// Whether GitHub refused to change this repository, so that its star is certainly unchanged.
  fileprivate var isRefusal: Bool {
    [.notFound, .forbidden, .invalidRequest, .tokenMissing, .localFile, .tokenRejected]
      .contains(kind)
  }
}
