import ArgumentParser
import GitHubAPI
import GitHubModel
import RepositoryStore
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ghsearch stars sync`.
struct StarsSyncCommand: ConnectingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Update the local copy of your stars.",
    usage: "ghsearch stars sync [flags]",
    discussion: """
      If your newest 100 stars are unchanged, this takes one request, which does not count toward the \
      rate limit. Use --full to detect older stars that were removed. An interrupted sync is resumed. \
      Your star lists are read as well, if the token can read them.

      With --readmes, the READMEs of your stars are fetched for `ghsearch stars search`: one request \
      each, the newest stars first. Later syncs fetch READMEs only for new stars and for \
      repositories with new commits. At least 500 requests per hour are kept for other commands: if \
      READMEs are left, the exit status is 10 with --readmes, and 0 without it.

      EXAMPLES:
        ghsearch stars sync
        ghsearch stars sync --readmes --wait
      """
  )

  @Flag(help: "Fetch all pages, even if nothing seems to have changed.")
  var full = false

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .exclusive,
    help: """
      Also fetch READMEs, in this sync and later ones, or remove them. (default: same as last time)
      """
  )
  var readmes: Bool?

  @OptionGroup var wait: WaitOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: Context) async throws(CommandFailure) -> ExitStatus {
    let session = try Session(context, waitLimit: wait.waitLimit)
    do throws(CommandFailure) {
      return try await sync(session)
    } catch {
      // Users know why it ends, but not what was done and that nothing is lost.
      if error.kind == .cancelled { session.context.report(error) }
      throw error
    }
  }

  private func sync(_ session: Session) async throws(CommandFailure) -> ExitStatus {
    try await session.library.require(for: StarSync.operation)
    var sync = StarSync(session)
    sync.isFull = full
    try session.context.print(try await sync.run().sentence + "\n")
    try await syncLists(session)
    return try await syncReadmes(session)
  }
}

extension StarsSyncCommand {
  /// Reads the star lists, unless the token may not: the stars are up to date without them.
  private func syncLists(_ session: Session) async throws(CommandFailure) {
    let copy = StarListCopy(for: "sync your star lists", session)
    let account = try await copy.account()
    do throws(CommandFailure) {
      let lists = try await copy.update(of: account).lists
      if lists.isEmpty { return }
      let count = lists.reduce(0) { $0 + $1.members.count }
      let repositories = Counted.text(count, "repository", plural: "repositories")
      try session.context.print("\(Counted.text(lists.count, "list")): \(repositories)\n")
    } catch {
      switch error.kind {
      case .forbidden:
        session.context.warn("star lists were not synced", error.why, advice: error.advice)
      case .cancelled:
        throw error.with(advice: [error.advice, "the next `ghsearch stars sync` reads them"])
      case .output: throw error
      default:
        throw error.with(.partial, what: "sync your star lists")
      }
    }
  }

  /// Fetches READMEs if this or an earlier sync asked for them.
  private func syncReadmes(_ session: Session) async throws(CommandFailure) -> ExitStatus {
    let account = try await StarSync(session).account()
    var sync = ReadmeSync(session, of: account)
    sync.waitsForReset = wait.waitLimit == .untilItEnds
    if readmes == false {
      let count = try await sync.removeAll()
      try session.context.print("\(Counted.text(count, "README")) removed\n")
      return .success
    }
    guard try await sync.isWanted(asked: readmes == true) else { return .success }
    let outcome = try await sync.run()
    try session.context.print(outcome.sentence + "\n")
    guard let failure = outcome.failure else { return .success }
    // The stars and the lists are up to date, and later syncs fetch the rest.
    guard readmes == nil, outcome.onlyWaits else { throw failure }
    session.context.report(failure)
    return .success
  }
}

extension StarSync.Outcome {
  /// As in `1,234 stars: 12 added, 3 removed`.
  var sentence: String {
    switch self {
    case .unchanged(let count): "\(Counted.text(count, "star")): nothing changed"
    case .changed(let outcome):
      "\(Counted.text(outcome.total, "star")): \(outcome.added) added, \(outcome.removed) removed"
    }
  }
}

/// An update of the local copy of the user's stars.
struct StarSync {
  private let session: Session
  /// Whether all pages are fetched, though nothing seems to have changed.
  var isFull = false
  /// Called before each page with the number of pages that are read, and of all.
  var report: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

  /// The result of a sync.
  enum Outcome {
    /// GitHub says that nothing has changed.
    case unchanged(count: Int)
    case changed(SyncOutcome)
  }

  init(_ session: Session) {
    self.session = session
  }

  /// Makes one free request if nothing has changed; else fetches all pages, from where an earlier run
  /// ended.
  func run() async throws(CommandFailure) -> Outcome {
    let account = try await account()
    let state = try await session.library.perform(Self.operation) { try $0.syncState(of: account) }
    // An incomplete copy is continued only if its first page is still the same.
    let known = state.progress.map { $0.etag } ?? state.etag
    let tag = isFull ? nil : known
    let first = try await session.ask(.ownStars(page: 1, unlessIs: tag))
    switch first.value {
    case .unchanged:
      if let progress = state.progress {
        return try await crawl(account, from: progress.nextPage, tag: tag)
      }
      try await session.library.perform(Self.operation) { try $0.confirmSync(of: account) }
      return .unchanged(count: state.count)
    case .value(let page):
      try await session.library.perform(Self.operation) { store in
        try store.beginSync(of: account, etag: first.entityTag)
        try store.takePage(1, page.stars.map(Star.init), of: account)
      }
      let next = first.hasNextPage ? 2 : nil
      return try await crawl(
        account,
        from: next,
        tag: first.entityTag,
        lastPage: first.lastPage,
        isPartial: first.isPartial
      )
    }
  }
}

// MARK: Pages

extension StarSync {
  /// `isPartial` says that GitHub has left out stars of the pages before.
  private func crawl(
    _ account: AccountID,
    from first: Int?,
    tag: String?,
    lastPage: Int? = nil,
    isPartial: Bool = false
  ) async throws(CommandFailure) -> Outcome {
    var total = lastPage
    var progress = total.map { BatchProgress(of: $0, in: session) }
    defer { progress?.end() }
    var (next, isPartial) = (first, isPartial)
    while let number = next {
      let count = Self.count(number - 1, of: total)
      progress?.show(number - 1, next: "", count: count)
      if let total { report(number - 1, total) }
      let response: APIResponse<Conditional<StarPage>>
      do throws(CommandFailure) {
        response = try await session.ask(.ownStars(page: number))
      } catch {
        throw partial(error, count)
      }
      guard case .value(let page) = response.value else { break }
      try await session.library.perform(Self.operation) {
        try $0.takePage(number, page.stars.map(Star.init), of: account)
      }
      isPartial = isPartial || response.isPartial
      total = total ?? response.lastPage
      progress = progress ?? total.map { BatchProgress(of: $0, in: session) }
      next = response.hasNextPage ? number + 1 : nil
    }
    try await keepStarred(account, all: isPartial)
    return .changed(
      try await session.library.perform(Self.operation) {
        try $0.finishSync(of: account, etag: tag)
      }
    )
  }

  /// As in `3,100 of about 10,000 stars`: only the last page says how many stars there are.
  private static func count(_ pages: Int, of total: Int?) -> String {
    let done = CompactNumber.grouped(pages * pageSize)
    guard let total else { return "\(done) stars" }
    return "\(done) of about \(CompactNumber.grouped(total * pageSize)) stars"
  }

  /// The stars on a page.
  private static let pageSize = 100

  /// The pages before the failure are stored, and the next run continues after them.
  private func partial(_ failure: CommandFailure, _ count: String) -> CommandFailure {
    let isInterrupted = failure.kind == .cancelled
    let why = isInterrupted ? "canceled after \(count)" : "stopped after \(count): \(failure.why)"
    return failure.with(
      isInterrupted ? .cancelled : .partial,
      why: why,
      advice: [failure.advice, "the next `ghsearch stars sync` resumes from there"]
    )
  }
}

// MARK: Stars that no page had

extension StarSync {
  /// Keeps the stars that no page had and that GitHub does not say are gone.
  ///
  /// If a star is removed elsewhere while pages are read, another one moves to a page that was read before.
  /// A proxy may drop the links to further pages, and a page may lack what could not be read. So each star is
  /// asked for before it is removed. `all` keeps them without a question.
  private func keepStarred(_ account: AccountID, all: Bool) async throws(CommandFailure) {
    let unmet = try await session.library.perform(Self.operation) {
      try $0.unmetStars(of: account)
    }
    var (kept, unclear) = ([Star](), all ? unmet : [])
    var rest = all ? [] : unmet[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.pageSize)
      rest = rest.dropFirst(part.count)
      let found = try? await StarStatusLoader(session).annotated(part.compactMap(\.repository))
      let states = Dictionary((found ?? []).map { ($0.id, $0.isStarred) }) { $1 }
      for star in part {
        var state = star.repository.flatMap { states[$0.id] ?? nil }
        if state == nil { state = try await isStarred(star.name) }
        switch state {
        case true?: kept.append(star)
        case false?: break
        case nil: unclear.append(star)
        }
      }
    }
    if kept.isEmpty, unclear.isEmpty { return }
    if !unclear.isEmpty {
      let count = Counted.text(unclear.count, "star")
      session.context.warn("\(count) kept", "GitHub neither lists nor denies what was starred")
    }
    try await session.library.perform(Self.operation) { [kept, unclear] store in
      try store.keep(kept + unclear, of: account)
    }
  }

  /// Whether GitHub has the star, asked for by its name; nil if GitHub does not tell.
  private func isStarred(_ name: RepositoryName) async throws(CommandFailure) -> Bool? {
    do throws(GitHubError) {
      return try await session.client.isStarred(name)
    } catch {
      if error.code == .notFound { return false }
      guard error.endsBatch else { return nil }
      throw partial(CommandFailure(error, in: session.context), "all pages")
    }
  }
}

// MARK: Account

extension StarSync {
  /// The account of the token; GitHub is asked for it when the token is used for the first time.
  func account() async throws(CommandFailure) -> AccountID {
    let token = try session.token(for: Self.operation)
    let (account, user) = try await session.library.perform(Self.operation) { store in
      let account = try store.account(for: token)
      return (account, try store.user(of: account))
    }
    if user != nil { return account }
    let known = try await session.ask(.currentUser).value
    return try await session.library.perform(Self.operation) {
      try $0.identify(account, as: known)
    }
  }

  static let operation = "sync your stars"
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
