package import Core
import Essentials
import GitHubAPI
import GitHubModel
package import RepositoryStore

/// An update of the local copy of the user's or another user's stars.
package struct StarSync {
  private let session: Session
  private let login: String?
  /// Whether all pages are fetched, even if nothing seems to have changed.
  package var isFull = false
  /// Whether all pages are requested, and changed ones fetched, even if the first has not changed.
  package var checksAllPages = false
  /// Called before each page with the number of stars read and the approximate total.
  package var report: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

  /// The changes, the number of unreadable stars on the pages, and whether all pages were
  /// requested.
  package typealias Outcome = (stars: SyncOutcome, unreadable: Int, isOfAllPages: Bool)

  /// Creates a sync of the session's library.
  package init(_ session: Session, of login: String? = nil) {
    (self.session, self.login) = (session, login)
  }

  /// Makes one free request if the newest stars are unchanged; otherwise reads all pages,
  /// continuing where an earlier run ended.
  ///
  /// All pages are also read once a day. Unchanged pages cost nothing. Another user's stars are
  /// read only then.
  package func run() async throws(OperationFailure) -> Outcome {
    let account = try await session.account()
    let (state, pages, count) = try await session.library.perform { store in
      (
        try store.syncState(of: account), try store.syncPages(of: account),
        try store.starCount(of: account) ?? 0
      )
    }
    // A date in the future comes from a wrong clock, so it is not recent.
    let age = state.walkedAt.map { session.world.now().timeIntervalSince1970 - Double($0) }
    let isRecent = age.map { 0..<Self.maxWalkAge ~= $0 } ?? false
    if login != nil, isRecent, !isFull, state.nextPage == nil {
      return (SyncOutcome(total: count), unreadable: 0, isOfAllPages: false)
    }
    let etags = isFull ? [:] : pages
    let first = try await page(1, etags)
    if case .unchanged = first.value {
      // An incomplete copy is resumed only if its first page is unchanged.
      if let page = state.nextPage { return try await readPages(state, account, from: page, etags) }
      if isRecent, !checksAllPages, !etags.values.contains(Self.unreadable) {
        try await session.library.perform { try $0.confirmSync(of: account) }
        return (SyncOutcome(total: count), unreadable: 0, isOfAllPages: false)
      }
    }
    let begun = try await session.library.perform { try $0.beginSync(of: account) }
    return try await readPages(begun, account, from: 1, etags, first: first)
  }

  /// The ETag recorded for a page with an unreadable star.
  private static let unreadable = ""

  /// The maximum age of a full read in seconds.
  private static let maxWalkAge: TimeInterval = 86_400
}

// MARK: Pages

extension StarSync {
  private typealias Page = APIResponse<Conditional<StarPage>>

  /// Reads a page, unless its ETag is current.
  private func page(_ number: Int, _ etags: [Int: String]) async throws(OperationFailure) -> Page {
    let tag = etags[number] == Self.unreadable ? nil : etags[number]
    return try await session.ask(.stars(of: login, page: number, unlessIs: tag))
  }

  /// Reads the remaining pages, except those whose ETags are current.
  private func readPages(
    _ sync: SyncState,
    _ account: AccountID,
    from start: Int,
    _ etags: [Int: String],
    first: Page? = nil
  ) async throws(OperationFailure) -> Outcome {
    // Only the last page shows the number of stars.
    var total = first?.lastPage.map { $0 * Self.pageSize }
    var progress = total.map {
      BatchProgress(of: $0, unit: .listedStars, in: session.world, report: report)
    }
    defer { progress?.end() }
    var (next, isPartial, given) = (Optional(start), false, first)
    var unreadable = 0
    while let number = next {
      let done = (number - 1) * Self.pageSize
      if given == nil { progress?.show(done) }
      let page: Page
      do throws(OperationFailure) {
        if let given {
          page = given
        } else {
          page = try await self.page(number, etags)
        }
      } catch {
        throw partial(error, .stars(done, total: total))
      }
      given = nil
      let read: StarPage? = if case .value(let page) = page.value { page } else { nil }
      let (stars, skipped) = (read?.stars, read?.skippedCount ?? 0)
      unreadable += skipped
      // The next sync rereads it.
      let tag = skipped > 0 ? Self.unreadable : page.entityTag
      try await session.library.perform {
        try $0.recordPage(number, stars, etag: tag, of: account)
      }
      isPartial = isPartial || page.isPartial
      total = total ?? page.lastPage.map { $0 * Self.pageSize }
      progress =
        progress
        ?? total.map {
          BatchProgress(of: $0, unit: .listedStars, in: session.world, report: report)
        }
      // A response without a body need not link to the next page.
      let hasNext = page.hasNextPage || stars == nil && etags[number + 1] != nil
      next = hasNext ? number + 1 : nil
    }
    let removed = login == nil ? try await verifyMissing(sync, account, keepsAll: isPartial) : 0
    var outcome = try await session.library.perform { try $0.finish(sync) }
    outcome.removed += removed
    return (outcome, unreadable, isOfAllPages: true)
  }

  private static let pageSize = 100

  /// A partial failure: the pages before it are stored, and the next run continues after them.
  private func partial(
    _ failure: OperationFailure,
    _ progress: OperationFailure.Stop.Progress
  ) -> OperationFailure {
    failure.resumable(login == nil ? .nextSync : .sameCommand, after: progress)
  }
}

// MARK: Stars missing from the pages

extension StarSync {
  /// Keeps stars that are missing from the pages, unless GitHub confirms that they were removed.
  ///
  /// If a star is removed elsewhere while pages are read, another one moves to a page that was
  /// already read. A proxy may drop the links to further pages, a page may lack unreadable stars,
  /// and GitHub omits repositories that are gone. So each star is requested before it is removed.
  /// `keepsAll` keeps all of them without requests.
  ///
  /// - Returns: The number of stars already removed because GitHub no longer has them.
  private func verifyMissing(
    _ sync: SyncState,
    _ account: AccountID,
    keepsAll: Bool
  ) async throws(OperationFailure) -> Int {
    let missing = try await session.library.perform { try $0.starsMissingFromPages(of: sync) }
    if missing.isEmpty { return 0 }
    var (kept, unclear, removed) = ([Star](), keepsAll ? missing : [], 0)
    if !keepsAll {
      let facts = StarFactsSync(session, of: account)
      let outcome = try await facts.read(missing.compactMap(StarList.Member.init))
      removed = outcome.removed
      for star in missing {
        let isAnswered = outcome.answered.contains(star.repository.id)
        switch try await isAnswered ? true : isStarred(star.name) {
        case true?: kept.append(star)
        case false?: break
        case nil: unclear.append(star)
        }
      }
    }
    if !unclear.isEmpty {
      session.world.notify(.starsKept(count: unclear.count))
    }
    // The stars that GitHub no longer has have already been removed.
    try await session.library.perform { [kept, unclear] store in
      try store.keep(kept + unclear, of: account)
    }
    return removed
  }

  /// Whether GitHub has the star, requested by name; nil if GitHub does not answer.
  private func isStarred(_ name: RepositoryName) async throws(OperationFailure) -> Bool? {
    do throws(GitHubError) {
      return try await session.client.isStarred(name)
    } catch {
      if error.kind == .notFound { return false }
      guard error.endsBatch else { return nil }
      throw partial(OperationFailure(error, in: session.world), .allPages)
    }
  }
}
