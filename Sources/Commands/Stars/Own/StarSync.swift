import GitHubAPI
import GitHubModel
import RepositoryStore
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Brings the local copy of one's own stars up to date.
struct StarSync {
  private let services: Services
  private let context: Context
  /// Asks for all pages though nothing seems to have changed.
  var isFull = false

  /// What came of it.
  enum Outcome {
    /// GitHub says that the copy is as it was.
    case unchanged(count: Int)
    case changed(SyncOutcome)
  }

  init(_ services: Services, in context: Context) {
    (self.services, self.context) = (services, context)
  }

  /// One free request where nothing changed; else all pages, from where an earlier run ended.
  func run() async throws(CommandFailure) -> Outcome {
    let account = try await account()
    let state = try perform { (store) throws(StoreError) in try store.syncState(of: account) }
    // A copy that is not whole can go on only where its beginning is still what it was.
    let known = state.progress.map { $0.etag } ?? state.etag
    let tag = isFull ? nil : known
    let first = try await page(1, unlessIs: tag)
    switch first.value {
    case .unchanged:
      guard let progress = state.progress else { return try confirm(account) }
      return try await crawl(account, from: progress.nextPage, tag: tag)
    case .value(let page):
      try perform { (store) throws(StoreError) in
        try store.beginSync(of: account, etag: first.entityTag)
        try store.takePage(1, page.stars.map(Star.init), of: account)
      }
      let next = first.hasNextPage ? 2 : nil
      return try await crawl(account, from: next, tag: first.entityTag, lastPage: first.lastPage)
    }
  }
}

// MARK: Pages

extension StarSync {
  private func crawl(
    _ account: AccountID,
    from first: Int?,
    tag: String?,
    lastPage: Int? = nil
  ) async throws(CommandFailure) -> Outcome {
    var progress = lastPage.map { BatchProgress(of: $0, in: context) }
    defer { progress?.end() }
    var next = first
    while let number = next {
      progress?.show(number - 1, next: "your stars")
      let answer: Answer<Conditional<StarPage>>
      do throws(CommandFailure) {
        answer = try await page(number)
      } catch {
        throw partial(error, number)
      }
      guard case .value(let page) = answer.value else { break }
      try perform { (store) throws(StoreError) in
        try store.takePage(number, page.stars.map(Star.init), of: account)
      }
      progress = progress ?? answer.lastPage.map { BatchProgress(of: $0, in: context) }
      next = answer.hasNextPage ? number + 1 : nil
    }
    return .changed(
      try perform { (store) throws(StoreError) in try store.finishSync(of: account, etag: tag) }
    )
  }

  private func page(
    _ number: Int,
    unlessIs tag: String? = nil
  ) async throws(CommandFailure) -> Answer<Conditional<StarPage>> {
    try await services.ask(.ownStars(page: number, unlessIs: tag), context)
  }

  private func confirm(_ account: AccountID) throws(CommandFailure) -> Outcome {
    let state = try perform { (store) throws(StoreError) in
      try store.confirmSync(of: account)
      return try store.syncState(of: account)
    }
    return .unchanged(count: state.count)
  }

  /// The pages that came are kept, and the next run goes on behind them.
  private func partial(_ failure: CommandFailure, _ number: Int) -> CommandFailure {
    guard failure.status != .interrupted else { return failure }
    let rest = [failure.advice, "the next `ghsearch stars sync` goes on there"]
    return CommandFailure(
      .partial,
      failure.what,
      "only \(Counted.text(number - 1, "page")), then \(failure.why)",
      advice: rest.filter { !$0.isEmpty }.joined(separator: "; ")
    )
  }
}

// MARK: Whose

extension StarSync {
  /// The account of the token, which GitHub is asked for the first time the token is used.
  private func account() async throws(CommandFailure) -> AccountID {
    let token = try services.token(for: Self.attempted)
    let (account, user) = try perform { (store) throws(StoreError) in
      let account = try store.account(for: token)
      return (account, try store.user(of: account))
    }
    if user != nil { return account }
    let known = try await services.ask(.currentUser, context).value
    return try perform { (store) throws(StoreError) in try store.identify(account, as: known) }
  }

  static let attempted = "sync your stars"

  private func perform<Value>(
    _ body: (LibraryStore) throws(StoreError) -> Value
  ) throws(CommandFailure) -> Value {
    try services.library.perform(Self.attempted, body)
  }
}

extension Star {
  fileprivate init(_ star: StarPage.Star) {
    self.init(
      name: star.repository.name,
      repository: star.repository,
      starredAt: star.starredAt ?? .distantPast
    )
  }
}
