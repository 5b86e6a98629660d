import Foundation
package import GitHubModel
package import SearchModel
package import SearchUI
package import System
package import Terminal
import TerminalTesting
import TestSupport

/// Runs the driver on virtual time, with the test as the event loop.
package final class DriverHarness {
  package let terminal: RecordingTerminal
  package let search: SearchViewModel
  private let answers = Answers<Result<RepositoryPage, SearchFailure>>()
  package let stars = Answers<SearchFailure?>()
  package let opened = Guarded<[String]>([])
  package let driver: ScreenDriver<RecordingTerminal>
  private let clock = Guarded(ContinuousClock.now)
  package var time: ContinuousClock.Instant { clock.withLock { $0 } }
  package private(set) var next = EventLoop.Next.leave
  /// The number of turns of the loop.
  package private(set) var turns = 0

  /// Creates a driver with an empty screen.
  ///
  /// The stars have the facts of their rows, and a README named after them unless nil. The terminal
  /// keeps the last `maxFrames` frames.
  package init(
    options: ScreenOptions = ScreenOptions(),
    starRows: [Repository] = Catalog.repositories(50),
    readme: String? = nil,
    keeping maxFrames: Int = .max,
    isAccessible: Bool = false,
    text: String = "",
    remembering: Answers<Void>? = nil,
    size: ScreenSize = .fallback,
    open: @escaping @Sendable (String) async -> String? = { _ in nil },
    copy: @escaping @Sendable (String) async -> Bool = { _ in false },
    clone: @escaping @Sendable (String, String) async -> String? = { _, _ in nil },
    run: @escaping @Sendable ([String]) -> String? = { _ in nil },
    fetchPicture: @escaping @Sendable (Owner) async -> Picture? = { _ in nil }
  ) {
    terminal = RecordingTerminal(keeping: maxFrames)
    let (clock, start) = (clock, clock.withLock { $0 })
    let loop = LoopScheduler(clock: { clock.withLock { $0 } })
    let now = { @Sendable in epoch + (clock.withLock { $0 } - start) / .seconds(1) }
    search = SearchViewModel(
      client: FakeClient(
        answers: answers,
        starAnswers: stars,
        remembering: remembering,
        starRows: starRows,
        readme: readme
      ),
      scheduler: loop,
      executor: InlineExecutor(),
      now: now
    )
    let configuration = InteractiveSearch(
      options: options,
      start: SearchStart(text: text),
      isAccessible: isAccessible,
      now: now,
      openPage: { [opened] url in
        opened.withLock { $0.append(url) }
        return await open(url)
      },
      copy: copy,
      clone: clone,
      run: run,
      fetchPicture: fetchPicture
    )
    driver = ScreenDriver(configuration, search: search, loop: loop, device: terminal, size: size)
  }

  package var frames: [Frame] { terminal.recorded.frames }
  package var lastLines: [String] { frames.last?.grid.lines ?? [] }

  /// Runs one turn of the loop.
  package func turn(_ events: [EventLoop.Event] = []) {
    turns += 1
    next = driver.step(events, at: time)
    if case .lend(let body) = next {
      body()
      next = driver.step([.resumed(driver.state.size)], at: time)
    }
  }

  /// Presses several keys in one read.
  package func press(_ keys: [Key]) { turn(keys.map { .input(.key($0)) }) }

  package func type(_ text: String) {
    press(text.unicodeScalars.map { .character(Character($0)) })
  }

  /// Advances the time, running the turns that the driver or other threads request.
  package func wait(_ milliseconds: Int) {
    for _ in 0..<milliseconds {
      let wakes = terminal.recorded.wakes
      clock.withLock { $0 += .milliseconds(1) }
      if terminal.recorded.wakes > wakes { turn() }
      if let deadline, deadline <= time { turn() }
    }
  }

  /// Whether the loop has ended.
  package var hasLeft: Bool {
    if case .leave = next { true } else { false }
  }

  package var deadline: ContinuousClock.Instant? {
    if case .wait(let until) = next { until } else { nil }
  }

  package func answer(_ repositories: [Repository], total: Int = 12_345) {
    let page = RepositoryPage(repositories: repositories, totalCount: total)
    meanwhile { answers.send(.success(page)) }
  }

  package func acknowledgeStar() {
    meanwhile { stars.send(nil) }
  }

  /// Runs `body` like another thread, then the loop's turn that it requests.
  private func meanwhile(_ body: () -> Void) {
    let wakes = terminal.recorded.wakes
    body()
    if terminal.recorded.wakes > wakes { turn() }
  }
}

/// The responses that a test gives to waiting calls.
package final class Answers<Value: Sendable>: Sendable {
  private let waiting = Guarded<[UnsafeContinuation<Value, Never>]>([])

  package init() {}

  /// Waits for the next response.
  package func next() async -> Value {
    await withUnsafeContinuation { continuation in waiting.withLock { $0.append(continuation) } }
  }

  package func send(_ value: Value) {
    let continuations = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for continuation in continuations { continuation.resume(returning: value) }
  }
}

/// Answers searches and stars when the test does, and everything else immediately.
private struct FakeClient: SearchClient {
  let answers: Answers<Result<RepositoryPage, SearchFailure>>
  let starAnswers: Answers<SearchFailure?>
  /// Delays the storing of searches; nil for none.
  let remembering: Answers<Void>?
  let starRows: [Repository]
  let readme: String?

  func search(
    _: SearchRequest,
    _: @escaping @Sendable (SearchRetry?) -> Void
  ) async throws(SearchFailure) -> RepositoryPage {
    try await answers.next().get()
  }

  func budget(_: SearchAccess) -> BudgetReading { BudgetReading(limit: 30, remaining: 29) }
  func localMatches(_: String) -> [Repository] { [] }
  func hints(for _: String) -> SearchHints { SearchHints() }
  func stars(_: [Repository]) -> [Repository.ID: Bool] { [1: false] }
  func make(_ write: Write) async throws(SearchFailure) {
    if case .star = write, let failure = await starAnswers.next() { throw failure }
  }
  func favorites() -> Set<Repository.ID> { [] }
  func notes() -> [Repository.ID: String] { [:] }
  func history() -> [String] { [] }
  func trending() -> [TrendingRepository] { [] }
  func remember(_: String) async { await remembering?.next() }
  func facts(_ name: RepositoryName) throws(SearchFailure) -> Repository {
    guard readme != nil, let star = starRows.first(where: { $0.name == name }) else {
      throw SearchFailure(.notFound)
    }
    return star
  }
  func readme(_ name: RepositoryName) -> ReadmeSource? {
    readme.map { ReadmeSource("README of \(name)\n\n\($0)", at: "README.md") }
  }
  func localReadme(_: Repository.ID) -> LocalReadme? { nil }
  func activity(_: RepositoryName) -> Activity.Facts? { nil }
  func growth(_: RepositoryName) -> StarGrowth? { nil }
  func counts() -> RowCounts { RowCounts(stars: starRows.count) }
  func rows(_ request: RowsRequest) -> RepositoryPage {
    let filter = LocalFilter(request.text, at: .distantPast)
    var texts = SearchableTexts()
    let stars = starRows.filter { request.text.isEmpty || filter.matches($0, &texts) }
    return RepositoryPage(repositories: stars, totalCount: stars.count)
  }
  func lists() throws(SearchFailure) -> [StarListMembers] { throw SearchFailure(.notSynced) }
  func sync(_: @escaping @Sendable (CopyProgress) -> Void) {}
}
