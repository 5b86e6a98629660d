import Foundation
import GitHubModel
import Locking
import Reactive
import ReactiveTesting
import SearchModel
import Terminal

@testable import SearchUI

/// A search whose time flies while somebody waits for it, and whose ports answer from scripts.
final class REPLBench: Sendable {
  /// What the ports answer; nil for nothing at all.
  struct Script: Sendable {
    var answer: @Sendable (SearchRequest) -> Result<SearchAnswer, SearchFailure>? = { _ in nil }
    /// So many claims are denied before one is granted.
    var deniedClaims = 0
    var local: [Repository] = []
    var starred: StarLookup = .success([:])
    var starFailure: SearchFailure?
    var favouriteFailure: SearchFailure?
    var facts: Result<Repository, SearchFailure> = .failure(.notFound)
    var readme: Result<String?, SearchFailure> = .success(nil)
    var history: [String] = []
    var openFailure: String?
  }

  struct Log: Sendable {
    var transcript = ""
    var requests: [SearchRequest] = []
    var starWrites: [StarWrite] = []
    var favouriteWrites: [FavouriteWrite] = []
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
    let details = DetailServices(
      facts: { _ in Just(script.withLock { $0.facts }).eraseToAnyPublisher() },
      readme: { _ in Just(script.withLock { $0.readme }).eraseToAnyPublisher() }
    )
    search = SearchViewModel(
      services: Self.services(script, log, now),
      detail: DetailViewModel(services: details, scheduler: clock),
      scheduler: clock,
      now: now
    )
  }

  private static let reading = BudgetReading(limit: 30, remaining: 28)

  private static func services(
    _ script: Guarded<Script>,
    _ log: Guarded<Log>,
    _ now: @escaping @Sendable () -> Date
  ) -> SearchServices {
    SearchServices(
      claim: { _ in Just(claim(script, now())).eraseToAnyPublisher() },
      readBudget: { _ in Just(reading).eraseToAnyPublisher() },
      search: { request in
        log.withLock { $0.requests.append(request) }
        let answer = script.withLock { $0.answer }(request)
        guard let answer else { return Empty(completeImmediately: false).eraseToAnyPublisher() }
        return Just(SearchOutcome(answer, budget: reading)).eraseToAnyPublisher()
      },
      findLocally: { _ in Just(script.withLock { $0.local }).eraseToAnyPublisher() },
      readStars: { _ in Just(script.withLock { $0.starred }).eraseToAnyPublisher() },
      writeStar: { write in
        log.withLock { $0.starWrites.append(write) }
        return Just(script.withLock { $0.starFailure }).eraseToAnyPublisher()
      },
      readFavourites: { Just(.success([])).eraseToAnyPublisher() },
      writeFavourite: { write in
        log.withLock { $0.favouriteWrites.append(write) }
        return Just(script.withLock { $0.favouriteFailure }).eraseToAnyPublisher()
      },
      readHistory: { Just(script.withLock { $0.history }).eraseToAnyPublisher() },
      remember: { text in
        log.withLock { $0.remembered.append(text) }
        return Just(()).eraseToAnyPublisher()
      }
    )
  }

  private static func claim(_ script: Guarded<Script>, _ now: Date) -> BudgetClaim {
    let isDenied = script.withLock { script in
      defer { script.deniedClaims = max(script.deniedClaims - 1, 0) }
      return script.deniedClaims > 0
    }
    guard isDenied else { return .granted(reading) }
    return .denied(BudgetReading(limit: 30, remaining: 0, resumesAt: now + 30))
  }
}

// MARK: - Sessions

extension REPLBench {
  /// Written into the transcript: answers as they are, all else behind `! `.
  var ports: REPL.Ports {
    let (log, clock, script) = (log, clock, script)
    return REPL.Ports(
      print: { text in
        log.withLock { $0.transcript += text }
        return true
      },
      note: { text in log.withLock { $0.transcript += "! " + text } },
      failureLine: Self.line,
      openPage: { url in
        log.withLock { $0.opened.append(url) }
        return script.withLock { $0.openFailure }
      },
      now: { epoch + TimeInterval(clock.now.nanoseconds) / 1e9 },
      clock: { _ in "12:00:30" }
    )
  }

  /// As the program makes it of a failure.
  private static let line = { @Sendable (failure: REPLFailure) -> String in
    let parts = ["ghsearch: ", failure.what, ": ", failure.why]
    let advice = failure.advice.isEmpty ? [] : ["; ", failure.advice]
    return (parts + advice).map { SafeText($0).description }.joined()
  }

  /// Feeds the lines, and returns when they are answered.
  func run(_ lines: [String], options: REPL.Options = REPL.Options(look: narrow)) async
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

  static let narrow = REPLLook(width: 60)

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

extension REPLBench.Script {
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
  ) -> SearchAnswer {
    let start = (request.page - 1) * SearchRequest.pageSize
    let rows = repositories.dropFirst(start).prefix(SearchRequest.pageSize)
    return SearchAnswer(
      page: RepositoryPage(
        repositories: Array(rows),
        totalCount: total ?? repositories.count
      )
    )
  }
}

extension REPLOutcome {
  init(_ ending: Ending, answered: Int = 0, failures: [REPLFailure] = []) {
    self.init()
    (self.ending, answeredCount, self.failures) = (ending, answered, failures)
  }
}
