import Foundation
import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import System
import Testing

/// Nothing blocks, and nothing wakes up unnecessarily.
@Suite struct TimeTests {
  @Test func `shows the text before any response`() {
    let harness = SearchHarness()

    for count in 1...200 {
      harness.model.actions.send(.edit(String(repeating: "x", count: count), .typed))
    }

    #expect(harness.state.text.count == 200)
  }

  @Test func `a response is late after 200 ms`() throws {
    let harness = SearchHarness()
    harness.paste("swift")

    harness.wait(199)
    #expect(harness.state.phase == .searching(isLate: false))
    harness.wait(1)
    #expect(harness.state.phase == .searching(isLate: true))

    harness.answer(try repositories(1...3))
    #expect(harness.state.phase == .loaded)
  }

  @Test func `a response is slow after two seconds`() throws {
    let harness = SearchHarness()
    harness.paste("swift")

    harness.wait(1_999)
    #expect(!harness.state.isSlow)
    harness.wait(1)
    #expect(harness.state.isSlow)

    harness.paste("kotlin")
    #expect(!harness.state.isSlow)
  }

  @Test func `counts down to the next try after a failure`() throws {
    let harness = SearchHarness()
    let refused = SearchRetry("Can't connect to api.github.com", seconds: 4, number: 2, count: 3)
    harness.paste("swift")
    let report = try #require(harness.retryReports.withLock(\.last))

    report(refused)
    harness.clock.advance()
    #expect(harness.state.retry == refused && harness.state.phase == .searching(isLate: false))
    report(nil)
    harness.clock.advance()
    #expect(harness.state.retry == nil)

    report(refused)
    harness.clock.advance()
    harness.answer(try repositories(1...3))
    #expect(harness.state.retry == nil && harness.state.phase == .loaded)

    // A report about an abandoned search is not shown.
    harness.paste("kotlin")
    report(refused)
    harness.clock.advance()
    #expect(harness.state.retry == nil)
  }

  @Test func `the countdown to the next try ends at one second`() throws {
    let harness = SearchHarness()
    harness.paste("swift")
    let report = try #require(harness.retryReports.withLock(\.last))
    report(SearchRetry("Can't connect to api.github.com", seconds: 4, number: 2, count: 3))
    harness.clock.advance()

    var shown: [Int?] = []
    for _ in 1...7 {
      shown.append(harness.state.retry?.seconds)
      harness.wait(1_000)
    }

    #expect(shown == [4, 3, 2, 1, 1, 1, 1])
    #expect(harness.state.desired.nextSecond == nil && harness.state.secondsLeft == nil)

    report(SearchRetry("Can't connect to api.github.com", seconds: 9, number: 3, count: 3))
    harness.clock.advance()
    harness.answer(try repositories(1...3))
    #expect(harness.state.desired.nextSecond == nil)
  }

  @Test func `schedules nothing while idle`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))

    harness.wait(120_000)

    #expect(harness.clock.pendingCount == 0)
  }

  @Test func `a burst of keys leaves one timer`() {
    let harness = SearchHarness()

    harness.type(String(repeating: "swift ", count: 30), every: 10)

    #expect(harness.clock.pendingCount == 1)
  }

  @Test func `an idle search wakes once, when its limit is fully restored`() throws {
    let harness = SearchHarness()
    for text in ["swift", "kotlin", "rust"] {
      harness.load(text, try repositories(1...3))
      harness.wait(1_000)
    }

    // The last query enters the history.
    harness.wait(1_000)

    let reads = harness.budgetReads.withLock { $0 }

    #expect(harness.clock.pendingCount == 1)
    harness.wait(57_999)
    #expect(harness.budgetReads.withLock { $0 } == reads)
    harness.wait(1)
    #expect(harness.budgetReads.withLock { $0 } == reads + 1)
    #expect(harness.clock.pendingCount == 0)
  }
}
