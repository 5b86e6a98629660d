import Foundation
import GitHubModel
import SearchModel
import System
import TestSupport
import Testing

/// No typing ever sends more searches than GitHub allows.
@Suite struct TypistTests {
  /// Simulates minutes of a user who types, pastes, deletes, pages, retries and presses Enter at
  /// random.
  private func type(seed: UInt64, limit: Int, seconds: Int) throws -> SearchHarness {
    var dice = Dice(state: seed)
    let harness = SearchHarness(FakeRateLimit(limit: limit))
    while harness.now < epoch + Double(seconds) {
      try act(on: harness, &dice)
      harness.wait(Int.random(in: 0...400, using: &dice))
      if let index = harness.searches.open.last, Bool.random(using: &dice) {
        harness.answer(try outcome(&dice), at: index)
      }
    }
    return harness
  }

  private func act(on harness: SearchHarness, _ dice: inout Dice) throws {
    let letter = "abcdefgh ".randomElement(using: &dice).map(String.init) ?? ""
    switch Int.random(in: 0..<10, using: &dice) {
    case 0: harness.paste("paste \(Int.random(in: 0..<1_000, using: &dice))")
    case 1: harness.edit(String(harness.state.text.dropLast(3)))
    case 2: harness.act(.submit)
    case 3: harness.act(.refresh)
    case 4: harness.act(.loadMore)
    case 5: harness.act(.retry)
    case 6: harness.act(.cycleSort)
    default: harness.edit(harness.state.text.suffix(20) + letter)
    }
  }

  private func outcome(_ dice: inout Dice) throws -> Result<RepositoryPage, SearchFailure> {
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: .failure(SearchFailure(.unreachable, "no route"))
    case 1: .failure(SearchFailure(.badResponse, "502"))
    default: .success(page(try repositories(1...8), total: 500))
    }
  }

  @Test(arguments: [SearchAccess.signedIn, .anonymous], [0, 700])
  func `a query of 25 characters with qualifiers costs at most three searches at 250 ms a key`(
    access: SearchAccess,
    pauseAfterWords: Int
  ) {
    let limit = access == .signedIn ? 30 : 10
    let harness = SearchHarness(FakeRateLimit(limit: limit), access: access)

    for word in ["swift http", " language:", "swift"] {
      harness.type(word, every: 250)
      harness.wait(pauseAfterWords)
    }
    harness.wait(5_000)

    #expect(harness.state.text == "swift http language:swift")
    #expect(harness.searches.count <= 3)
    #expect(harness.searches.inputs.last?.query.text == "swift http language:swift")
  }

  static let queries = [
    "terminal file manager", "swift http server", "rust tui", "language:go cli", "postgres backup",
    "static site generator", "markdown", "k8s operator stars:>100", "fuzzy finder vim",
    "json parser c",
  ]

  /// The number of searches for typing a query and waiting.
  private func cost(_ query: String, every milliseconds: Int, _ access: SearchAccess) -> Int {
    let limit = access == .signedIn ? 30 : 10
    let harness = SearchHarness(FakeRateLimit(limit: limit), access: access)
    harness.type(query, every: milliseconds)
    harness.wait(5_000)
    return harness.searches.count
  }

  @Test(arguments: [SearchAccess.signedIn, .anonymous])
  func `21 letters cost at most five searches at 0.3 s a key, and two at 0.15 s`(
    access: SearchAccess
  ) {
    #expect(cost("terminal file manager", every: 300, access) <= 5)
    #expect(cost("terminal file manager", every: 150, access) <= 2)
  }

  /// The numbers are in the order of the queries.
  @Test(arguments: [
    (SearchAccess.signedIn, 150, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    (.signedIn, 300, [4, 4, 3, 3, 3, 4, 2, 4, 4, 4]),
    (.signedIn, 450, [4, 4, 3, 3, 3, 4, 2, 4, 4, 4]),
    (.anonymous, 150, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    (.anonymous, 300, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    (.anonymous, 450, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
  ])
  func
    `a typed query costs at most a search for each of its words, and one while the limit is full`(
      access: SearchAccess,
      milliseconds: Int,
      costs: [Int]
    )
  {
    #expect(Self.queries.map { cost($0, every: milliseconds, access) } == costs)
  }

  @Test(arguments: [30, 10], Rounds.first(1, of: [1, 2, 3, 4] as [UInt64]))
  func `makes no search while none is left, and never exceeds the limit in sixty seconds`(
    limit: Int,
    seed: UInt64
  ) throws {
    let harness = try type(seed: seed, limit: limit, seconds: 200)

    let times = harness.searchTimes.withLock { $0 }
    #expect(times.count > limit)
    #expect(harness.excessSearches.withLock { $0 } == 0)
    for (index, time) in times.enumerated().dropFirst(limit) {
      #expect(time.timeIntervalSince(times[index - limit]) >= 60)
    }
  }
}
