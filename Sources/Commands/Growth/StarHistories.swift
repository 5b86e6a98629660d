import ArgumentParser
import Essentials
import GitHubAPI
import GitHubModel
import Terminal

/// The options for how old star histories may be.
struct HistoryCacheOptions: ParsableArguments {
  @OptionGroup var cache: CacheOptions

  @Flag(help: "Ask GitHub for each star history, instead of once a day.")
  var noCache = false

  func validate() throws {
    guard noCache, cache.cache != nil else { return }
    throw ValidationError("--cache and --no-cache cannot be used together")
  }

  /// In seconds.
  var maxAge: TimeInterval {
    noCache ? 0 : min(cache.cache?.seconds ?? StarHistories.maxAge, StarHistories.maxAge)
  }
}

/// Reads star histories, each page once a day.
struct StarHistories {
  private let session: Session
  private var client: GitHubAPIClient

  /// A page is used for so many seconds, and never after the server's day ends.
  static let maxAge: TimeInterval = 20 * 3600

  init(_ session: Session, maxAge: TimeInterval = Self.maxAge) {
    self.session = session
    client = session.caching(for: maxAge)
  }

  /// A copy for histories that a command can do without; see ``GitHubAPIClient/bestEffort(within:)``.
  func bestEffort(within timeLimit: Duration) -> Self {
    var histories = self
    histories.client = client.bestEffort(within: timeLimit)
    return histories
  }

  /// The stars that rows gained, if the format names these fields; a warning says why some are not known.
  static func growth(
    of repositories: [Repository],
    for format: OutputFormat,
    _ session: Session
  ) async -> [Repository.ID: StarGrowth] {
    guard let days = format.historyDays else { return [:] }
    let since = session.context.now().addingTimeInterval(Double(-days - 1) * 86_400)
    let histories = Self(session)
    var growth: [Repository.ID: StarGrowth] = [:]
    var failure: GitHubError?
    await ConcurrentCalls.run(repositories) { repository in
      await histories.result(of: repository.name, since: since)
    } receive: { repository, result in
      switch result {
      case .success(let history): growth[repository.id] = StarGrowth(history)
      case .failure(let error): failure = failure ?? error
      }
      return failure?.endsBatch != true
    }
    if let failure, failure.kind != .cancelled {
      let failure = Self.failure(failure, session)
      session.context.warn("some stars gained are unknown", failure.why, advice: failure.advice)
    }
    return growth
  }

  /// The history of a repository since a date, or all of it, which is announced if it takes many requests.
  func history(
    of name: RepositoryName,
    since date: Date?
  ) async throws(GitHubError) -> StarHistory {
    try await client.starHistory(of: name, since: date) { [context = session.context] pages in
      guard pages > Self.maxSilentPages else { return }
      context.note("ghsearch: the star history of \(name) takes \(pages) requests")
    }
  }

  private static let maxSilentPages = 5

  /// The beginning of the twelve weeks that a sparkline shows.
  var recentStart: Date { session.context.now().addingTimeInterval(-12 * 7 * 86_400) }

  /// What a repository gained since ``recentStart``; nil if that cannot be read.
  func lately(of name: RepositoryName) async -> StarGrowth? {
    try? await StarGrowth(history(of: name, since: recentStart))
  }

  /// The same as ``history(of:since:)``, with its failure as a value.
  func result(
    of name: RepositoryName,
    since date: Date?
  ) async -> Result<StarHistory, GitHubError> {
    do throws(GitHubError) {
      return .success(try await history(of: name, since: date))
    } catch {
      return .failure(error)
    }
  }

  /// The failure of a repository that exists: a server without histories answers 404.
  static func failure(_ error: GitHubError, _ session: Session) -> CommandFailure {
    let failure = CommandFailure(error, in: session.context)
    guard error.status == 404 else { return failure }
    let host = session.base.webHost ?? session.base.origin.authority
    return failure.with(why: "not available on \(host)", advice: [])
  }
}

/// Calls for many items, several at a time.
enum ConcurrentCalls {
  /// Makes a call for each item; `receive` gets the results as they arrive, and returns false to end there.
  static func run<Item: Sendable, Value: Sendable>(
    _ items: [Item],
    _ call: @escaping @Sendable (Item) async -> Value,
    receive: (Item, Value) -> Bool
  ) async {
    await withTaskGroup(of: (Item, Value).self) { group in
      var rest = items[...]
      for item in rest.prefix(Self.count) { group.addTask { (item, await call(item)) } }
      rest = rest.dropFirst(Self.count)
      while let (item, value) = await group.next() {
        guard receive(item, value) else { return group.cancelAll() }
        if let next = rest.popFirst() { group.addTask { (next, await call(next)) } }
      }
    }
  }

  /// GitHub asks for few requests at a time (GitHub's REST documentation, "Best practices").
  private static let count = 8
}
