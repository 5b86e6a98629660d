import Foundation
import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import System
import Testing

/// The state and its searches while the rate limit is used up.
@Suite struct PostponementTests {
  @Test func `postpones a search, counts down, and resumes with the newest query`() {
    let harness = SearchHarness(FakeRateLimit(used: 30))
    harness.edit("swift")
    #expect(harness.state.phase == .postponed)
    #expect(harness.state.secondsLeft == 60)

    var shown: [Int?] = []
    for second in 0..<59 {
      if second == 30 { harness.edit("swiftui") }
      harness.wait(1_000)
      shown.append(harness.state.secondsLeft)
    }
    #expect(shown == (1...59).reversed().map { $0 })
    #expect(harness.searches.count == 0)

    harness.wait(1_000)
    #expect(harness.searches.inputs.map(\.query.text) == ["swiftui"])
    #expect(harness.state.secondsLeft == nil)
    #expect(harness.state.phase == .searching(isLate: false))
  }

  @Test func `filters the loaded rows in the meantime`() throws {
    let harness = SearchHarness(FakeRateLimit(used: 29))
    harness.load(
      "parser",
      [try repository(1, "a/swift-parser"), try repository(2, "b/json-parser")]
    )

    harness.edit("parser json")

    #expect(harness.state.phase == .postponed)
    #expect(harness.state.rows.map(\.id) == [2])
    #expect(harness.state.rows.map(\.isCached) == [true])
    harness.edit("parser")
    #expect(harness.state.rows.map(\.isCached) == [false, false])
  }

  @Test func `another process may use the awaited search`() {
    let harness = SearchHarness(FakeRateLimit(used: 30))
    harness.edit("swift")
    harness.wait(59_000)
    let thief = harness.now + 1
    harness.rateLimit.withLock { limit in
      for _ in 0..<30 { limit.send(at: thief) }
    }

    harness.wait(1_000)
    #expect(harness.searches.count == 0)
    #expect(harness.state.phase == .postponed)
    #expect(harness.state.secondsLeft == 60)

    harness.wait(60_000)
    #expect(harness.searches.count == 1)
  }

  @Test func `two searches share one rate limit`() {
    let (rateLimit, clock) = (Guarded(FakeRateLimit()), VirtualTimeScheduler())
    let harnesses = (0..<2).map { _ in SearchHarness(sharing: rateLimit, on: clock) }

    for index in 0..<100 {
      harnesses[index % 2].paste("query \(index)")
      clock.advance(by: .milliseconds(500))
    }
    #expect(harnesses.map(\.searches.count).reduce(0, +) == 30)
    #expect(harnesses.map(\.state.phase) == [.postponed, .postponed])

    clock.advance(by: .seconds(60))
    #expect(harnesses.map(\.searches.inputs.last?.query.text) == ["query 98", "query 99"])
  }

  @Test func `a refused search waits for the rate limit, and keeps matching rows`() throws {
    let harness = SearchHarness()
    harness.load("swift", try (1...3).map { try repository($0, "owner/swiftui-\($0)") })
    harness.paste("swiftui")

    harness.answer(.failure(SearchFailure(.rateLimited, resetsAt: harness.now + 42)))

    #expect(harness.state.phase == .postponed)
    #expect(harness.state.secondsLeft == 42)
    #expect(harness.state.rows.count == 3)
    harness.wait(41_999)
    #expect(harness.searches.count == 2)
    harness.wait(1)
    #expect(harness.searches.count == 3)
  }

  @Test func `a page waits for the rate limit too`() throws {
    let harness = SearchHarness(FakeRateLimit(used: 29))
    harness.load("swift", try repositories(1...100), total: 150)

    harness.act(.loadMore)
    #expect(harness.state.paging == .loading(2))
    #expect(harness.state.secondsLeft == 60)
    #expect(harness.state.phase == .loaded)
    harness.wait(60_000)

    #expect(harness.searches.inputs.map(\.page) == [1, 2])
  }

  @Test func `Enter does not bypass the rate limit`() {
    let harness = SearchHarness(FakeRateLimit(used: 30))
    harness.edit("swift")

    for _ in 0..<10 { harness.act(.submit) }
    harness.paste("swift package")
    harness.wait(59_000)

    #expect(harness.searches.count == 0)
  }

  @Test func `the debounce interval grows as the rate limit is used up`() {
    let intervals = [0, 1, 10, 15, 20, 25, 28].map { count in
      let harness = SearchHarness(FakeRateLimit(used: count))
      harness.edit("swift")
      var interval = 0
      while harness.searches.count == 0, interval < 10_000 {
        harness.wait(10)
        interval += 10
      }
      return interval
    }

    #expect(intervals == [300, 600, 600, 600, 900, 1_800, 2_000])
  }

  @Test func `shows the remaining searches, and all of them after a minute`() {
    let harness = SearchHarness()
    #expect(harness.state.budget?.remaining == 30)

    harness.paste("swift")
    #expect(harness.state.budget?.remaining == 29)
    harness.answer([])
    harness.wait(60_000)

    #expect(harness.state.budget?.remaining == 30)
  }
}
