import Foundation
import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import SearchUITesting
import System
import Terminal
import TestSupport

@testable import SearchUI

/// A search whose clock advances by itself while it is waited for, and whose ports follow scripts.
final class REPLHarness: Sendable {
  /// What the ports answer; nil for nothing at all.
  struct Script: Sendable {
    var answer: @Sendable (SearchRequest) -> Result<RepositoryPage, SearchFailure>? = { _ in nil }
    /// How many readings say that no search is left.
    var emptyBudgets = 0
    var local: [Repository] = []
    var starred: Result<[Repository.ID: Bool], SearchFailure> = .success([:])
    var starFailure: SearchFailure?
    var favoriteFailure: SearchFailure?
    var facts: Result<Repository, SearchFailure> = .failure(SearchFailure(.notFound))
    var readme: Result<String?, SearchFailure> = .success(nil)
    var history: [String] = []
    var openFailure: String?
  }

  struct Log: Sendable {
    var transcript = ""
    var requests: [SearchRequest] = []
    var starWrites: [StarWrite] = []
    var favoriteWrites: [FavoriteWrite] = []
    var remembered: [String] = []
    var opened: [String] = []
  }

  let script: Guarded<Script>
  let log = Guarded(Log())
  let clock = VirtualTimeScheduler()
  let search: SearchViewModel

  init(_ script: Script) {
    let (script, log, clock) = (Guarded(script), log, clock)
    self.script = script
    let now = { @Sendable in epoch + TimeInterval(clock.now.nanoseconds) / 1e9 }
    search = SearchViewModel(
      client: Self.client(script, log, now),
      scheduler: clock,
      executor: InlineExecutor(),
      now: now
    )
    clock.advance()
  }

  private static func client(
    _ script: Guarded<Script>,
    _ log: Guarded<Log>,
    _ now: @escaping @Sendable () -> Date
  ) -> SearchClient {
    SearchClient(
      search: { (request) async throws(SearchFailure) in
        log.withLock { $0.requests.append(request) }
        guard let answer = script.withLock({ $0.answer })(request) else { try await never() }
        return try answer.get()
      },
      budget: { _ in budget(script, now()) },
      localMatches: { _ in script.withLock { $0.local } },
      stars: { _ async throws(SearchFailure) in try script.withLock { $0.starred }.get() },
      setStar: { (write) async throws(SearchFailure) in
        log.withLock { $0.starWrites.append(write) }
        if let failure = script.withLock({ $0.starFailure }) { throw failure }
      },
      favorites: { [] },
      setFavorite: { (write) async throws(SearchFailure) in
        log.withLock { $0.favoriteWrites.append(write) }
        if let failure = script.withLock({ $0.favoriteFailure }) { throw failure }
      },
      notes: { [:] },
      setNote: { _ in },
      history: { script.withLock { $0.history } },
      remember: { text in log.withLock { $0.remembered.append(text) } },
      facts: { _ async throws(SearchFailure) in try script.withLock { $0.facts }.get() },
      readme: { _ async throws(SearchFailure) in try script.withLock { $0.readme }.get() },
      localReadme: { _ in nil },
      growth: { _ in nil },
      counts: { ListCounts() },
      rows: { _ throws(SearchFailure) in throw SearchFailure(.notSynced) },
      lists: { () throws(SearchFailure) in throw SearchFailure(.notSynced) },
      changeLists: { _ in },
      sync: { _ in }
    )
  }

  /// Returns when the task is canceled.
  private static func never() async throws(SearchFailure) -> Never {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw SearchFailure(.cancelled)
  }

  /// Reports no searches left a number of times, and then some.
  private static func budget(_ script: Guarded<Script>, _ now: Date) -> BudgetReading {
    let isUsedUp = script.withLock { script in
      defer { script.emptyBudgets = max(script.emptyBudgets - 1, 0) }
      return script.emptyBudgets > 0
    }
    return isUsedUp
      ? BudgetReading(limit: 30, remaining: 0, resumesAt: now + 30)
      : BudgetReading(limit: 30, remaining: 28)
  }
}

// MARK: - Sessions

extension REPLHarness {
  /// Written into the transcript: answers as they are, messages after `! `.
  var ports: REPL.Ports {
    let (log, clock, script) = (log, clock, script)
    return REPL.Ports(
      print: { text in
        log.withLock { $0.transcript += text }
        return true
      },
      note: { text in log.withLock { $0.transcript += "! " + text } },
      openPage: { url in
        log.withLock { $0.opened.append(url) }
        return script.withLock { $0.openFailure }
      },
      now: { epoch + TimeInterval(clock.now.nanoseconds) / 1e9 },
      clock: { _ in "12:00:30" }
    )
  }

  /// Feeds the lines, and returns when they are answered.
  func run(_ lines: [String], options: REPL.Options = REPL.Options(style: narrow)) async
    -> REPLOutcome
  {
    let repl = REPL(search: search, options: options, ports: ports)
    let source = ScriptedLines(lines) { line in
      self.log.withLock { $0.transcript += "> \(line)\n" }
    }
    return await flying { await repl.run(reading: source) }
  }

  /// The same with nothing but what the REPL prints in the transcript.
  func run(silently lines: [String]) async {
    let repl = REPL(search: search, options: REPL.Options(), ports: ports)
    _ = await flying { await repl.run(reading: ScriptedLines(lines) { _ in }) }
  }

  /// Runs something while time passes.
  func flying<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async -> Result {
    let isDone = Guarded(false)
    async let result = {
      defer { isDone.withLock { $0 = true } }
      return await body()
    }()
    while !isDone.withLock({ $0 }) {
      clock.advance(by: .milliseconds(100))
      await Task.yield()
    }
    return await result
  }

  static let narrow = REPLStyle(width: 60)

  var transcript: String { log.withLock { $0.transcript } }
}

/// Lines that were written before.
final class ScriptedLines: LineReading {
  private let rest: Guarded<[String]>
  private let echo: @Sendable (String) -> Void

  init(_ lines: [String], echo: @escaping @Sendable (String) -> Void) {
    rest = Guarded(lines)
    self.echo = echo
  }

  func next() async -> LineRead {
    let line = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let line else { return .end }
    echo(line)
    return .line(line)
  }
}

// MARK: - Scripts

extension REPLHarness.Script {
  /// Answers every query with these, page by page.
  static func answering(_ repositories: [Repository], total: Int? = nil) -> Self {
    var script = Self()
    script.answer = { request in .success(page(request, repositories, total: total)) }
    return script
  }

  static func page(
    _ request: SearchRequest,
    _ repositories: [Repository],
    total: Int? = nil
  ) -> RepositoryPage {
    let start = (request.page - 1) * request.pageSize
    let rows = repositories.dropFirst(start).prefix(request.pageSize)
    return RepositoryPage(repositories: Array(rows), totalCount: total ?? repositories.count)
  }
}

extension REPLOutcome {
  init(_ ending: Ending, failures: [REPLFailure] = []) {
    self.init()
    (self.ending, self.failures) = (ending, failures)
  }
}
