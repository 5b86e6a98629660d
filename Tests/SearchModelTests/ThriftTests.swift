import GitHubModel
import Reactive
import SearchModel
import System
import Testing

/// The number of requests that typing costs.
@Suite struct ThriftTests {
  @Test func `typing twenty characters costs one request, for the last of them`() {
    let harness = SearchHarness()

    harness.type("swift argument parse")
    harness.wait(2_000)

    #expect(harness.searches.inputs.map(\.query.text) == ["swift argument parse"])
  }

  @Test(arguments: [1, 10, 50, 100, 200, 240])
  func `a burst costs one request at any typing speed`(milliseconds: Int) {
    let harness = SearchHarness()

    harness.type("swift argument parse", every: milliseconds)
    harness.wait(2_000)

    #expect(harness.searches.count == 1)
  }

  @Test func `spaces around a query do not change it`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))

    for text in ["swift ", " swift ", "swift"] { harness.edit(text) }
    harness.wait(5_000)

    #expect(harness.searches.count == 1)
    #expect(harness.state.phase == .loaded)
  }

  @Test func `a query that GitHub would refuse costs nothing`() {
    let harness = SearchHarness()

    harness.paste(String(repeating: "x", count: 257))
    harness.wait(5_000)

    #expect(harness.searches.count == 0)
    #expect(harness.state.phase == .invalid(.tooLong(257)))
  }

  @Test func `another order is another search, and best match has none`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3), total: 100)

    harness.act(.toggleOrder)
    harness.wait(5_000)
    #expect(harness.searches.count == 1)

    harness.act(.setSort(.stars, .descending))
    harness.wait(5_000)
    #expect(harness.searches.inputs.last?.query.sort == .stars)
    #expect(harness.searches.inputs.last?.query.order == .descending)
    #expect(harness.searches.count == 2)

    harness.act(.toggleOrder)
    harness.wait(5_000)
    #expect(harness.searches.inputs.last?.query.order == .ascending)
    #expect(harness.searches.count == 3)
  }

  @Test func `toggling the order of rows without one has no later effect`() throws {
    let harness = SearchHarness()
    harness.act(.openTab(.favorites))
    harness.rowReads.answer(.success(page(try repositories(1...3))))
    let count = harness.rowReads.count

    harness.act(.toggleOrder)
    #expect(harness.rowReads.count == count)
    harness.act(.setSort(.search(.stars), .descending))

    #expect(harness.rowReads.inputs.last?.order == .descending)
    harness.act(.openTab(.lists))
    harness.listReads.answer(.success([]))
    harness.act(.toggleOrder)
    #expect(harness.state.order == .descending)
  }

  @Test func `refresh requests known results again`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))

    harness.act(.refresh)
    #expect(harness.state.rows.map(\.id) == [1, 2, 3])
    harness.answer(try repositories(2...4))

    #expect(harness.state.rows.map(\.id) == [2, 3, 4])
    #expect(harness.searches.count == 2)
  }

  @Test func `a held key refreshes once per response`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    for _ in 0..<10 {
      harness.act(.refresh)
      harness.wait(30)
    }
    #expect(harness.searches.count == 2)
    harness.answer(try repositories(1...3))
    harness.act(.refresh)
    #expect(harness.searches.count == 3)
  }

  @Test func `a refresh replaces a pending next page`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...100), total: 300)
    harness.act(.loadMore)
    for _ in 0..<3 { harness.act(.refresh) }
    #expect(harness.searches.inputs.map(\.page) == [1, 2, 1])
  }

  @Test func `sorts a complete result without a request`() throws {
    let harness = SearchHarness()
    let starred = try [(Int64(1), 5), (2, 70), (3, 5), (4, 300)].map { id, stars in
      var made = try repository(id)
      (made.counts.stars, made.counts.forks) = (stars, stars * 2)
      return made
    }
    harness.load("swift", starred)

    for (sort, order, ids) in [
      (ListSort.stars, SearchQuery.Order.descending, [4, 2, 1, 3]),
      (.stars, .ascending, [1, 3, 2, 4]),
      (.search(.forks), .descending, [4, 2, 1, 3]), (.bestMatch, .descending, [1, 2, 3, 4]),
    ] {
      harness.act(.setSort(sort, order))
      #expect(harness.state.rows.map(\.id) == ids.map(Int64.init))
      #expect(harness.state.phase == .loaded && harness.state.paging == .end)
    }
    harness.wait(5_000)
    #expect(harness.searches.count == 1)
  }

  @Test(arguments: ["swift", "swift sort:stars"], [ListSort.stars, .search(.helpWantedIssues)])
  func `GitHub sorts incomplete rows, and rows without the sorted value`(
    text: String,
    sort: ListSort
  ) throws {
    for (total, isIncomplete) in [(4, false), (3, true), (3, false)] {
      let harness = SearchHarness()
      harness.paste(text)
      var answer = page(try repositories(1...3), total: total)
      answer.isIncomplete = isIncomplete
      // The repositories on this page have no star counts.
      harness.answer(.success(answer))
      harness.act(.setSort(sort, .descending))
      harness.wait(5_000)
      #expect(harness.searches.count == 2)
    }
  }

  @Test func `returning to an earlier query costs nothing and shows its rows immediately`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    harness.load("swiftui", try repositories(4...5))

    harness.edit("swift")

    #expect(harness.state.phase == .loaded)
    #expect(harness.state.rows.map(\.id) == [1, 2, 3])
    harness.wait(5_000)
    #expect(harness.searches.count == 2)
  }

  @Test func `caches results for ten minutes`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    harness.load("kotlin", [])

    harness.wait(590_000)
    harness.paste("swift")
    #expect(harness.searches.count == 2)

    harness.wait(20_000)
    harness.paste("kotlin")
    #expect(harness.searches.count == 3)
  }

  @Test func `keeps the most recently used results`() throws {
    let harness = SearchHarness()
    for index in 0...64 {
      harness.load("query \(index)", [])
      harness.wait(2_100)
    }

    for index in 1...64 { harness.paste("query \(index)") }
    #expect(harness.searches.count == 65)
    harness.paste("query 0")

    #expect(harness.searches.count == 66)
  }

  @Test func `large results evict others sooner`() throws {
    let harness = SearchHarness()
    let large = try repository(1, description: String(repeating: "x", count: 5 << 20))
    harness.load("swift", [large])
    harness.load("kotlin", [large])

    harness.paste("swift")

    #expect(harness.searches.count == 3)
  }

  @Test(arguments: [
    (SearchAccess.signedIn, 0, "swift", 300), (.signedIn, 1, "swift", 600),
    (.signedIn, 1, "swift ", 250), (.signedIn, 0, "\"a b\"", 250), (.anonymous, 0, "swift", 600),
    (.anonymous, 0, "swift ", 500),
  ])
  func `the pause in a word is 300 ms at the full limit, then 600, and shorter after it`(
    access: SearchAccess,
    used: Int,
    text: String,
    pause: Int
  ) {
    let harness = SearchHarness(FakeRateLimit(used: used), access: access)

    harness.edit(text)
    harness.wait(pause - 1)
    #expect(harness.searches.count == 0)
    harness.wait(1)
    #expect(harness.searches.count == 1)
  }

  @Test(arguments: [
    "s", "swift language:", "swift stars:>", "swift stars:>=", "stars:10..", "\"swift ht",
    "swift -topic:", "license:\"",
  ])
  func `sends an unfinished query only on Enter`(text: String) {
    let harness = SearchHarness()

    harness.edit(text)
    harness.wait(10_000)
    #expect(harness.searches.count == 0)
    #expect(harness.state.phase == .awaitingEnter(.unfinished))

    harness.act(.submit)
    #expect(harness.searches.inputs.map(\.query.text) == [text])
  }

  @Test(arguments: ["鳥", "go", "stars:>1", "stars:10..*", "is:public", "http:"])
  func `sends a finished query after the pause`(text: String) {
    let harness = SearchHarness()

    harness.edit(text)
    harness.wait(600)

    #expect(harness.searches.count == 1)
  }

  @Test func `reports no matches for an unfinished word only after a pause`()
    throws
  {
    let harness = SearchHarness()
    harness.load("term", try repositories(1...3))

    harness.type("i", every: 600)
    harness.answer([])
    #expect(harness.state.phase != .loaded)
    harness.wait(899)
    #expect(harness.state.phase != .loaded)
    harness.wait(1)
    #expect(harness.state.phase == .loaded)
    #expect(harness.state.rows.isEmpty && harness.state.total?.count == 0)
  }

  @Test(arguments: ["n", " "])
  func `reports no matches only if typing stops`(next: String) throws {
    let harness = SearchHarness()

    harness.type("termi", every: 600)
    harness.answer([])
    harness.type(next, every: 200)

    #expect(harness.state.phase != .loaded || next == " ")
    harness.act(.submit)
    if next == "n" { harness.answer([]) }
    #expect(harness.state.phase == .loaded)
  }

  @Test func `reports no matches immediately after Enter, and from the cache`() throws {
    let harness = SearchHarness()
    harness.edit("termi")
    harness.act(.submit)
    harness.answer([])
    #expect(harness.state.phase == .loaded)

    harness.edit("term")
    harness.edit("termi")
    #expect(harness.state.phase == .debouncing)
    harness.act(.submit)
    #expect(harness.state.phase == .loaded)
    #expect(harness.searches.count == 1)
  }

  @Test func `a word that may become a qualifier waits longer`() {
    let harness = SearchHarness()

    harness.edit("http lang")
    harness.wait(1_499)
    #expect(harness.searches.count == 0)
    harness.wait(1)
    #expect(harness.searches.count == 1)
  }

  @Test func `keeps the last search of the minute for Enter, until there are more`() throws {
    let harness = SearchHarness(FakeRateLimit(limit: 2))
    harness.load("swift", try repositories(1...3))

    harness.edit("kotlin")
    harness.wait(5_000)
    #expect(harness.searches.count == 1)
    #expect(harness.state.phase == .awaitingEnter(.lastSearch))

    harness.wait(70_000)
    #expect(harness.searches.inputs.map(\.query.text) == ["swift", "kotlin"])

    harness.edit("rust")
    harness.act(.submit)
    #expect(harness.searches.count == 3)
  }

  @Test func `searches for a paste immediately`() {
    let harness = SearchHarness()

    harness.paste("swift argument parser")

    #expect(harness.searches.count == 1)
    harness.wait(5_000)
    #expect(harness.searches.count == 1)
  }

  @Test func `Enter skips the pause, and searches once`() {
    let harness = SearchHarness()

    harness.edit("swift")
    harness.act(.submit)
    #expect(harness.searches.count == 1)
    harness.act(.submit)
    harness.wait(5_000)

    #expect(harness.searches.count == 1)
  }

  @Test func `Enter at the very end of a pause does not search twice`() {
    let harness = SearchHarness()
    // The pause ends while the model is busy, so it receives Enter before the end of the pause.
    let busy = harness.model.states.first(where: \.isDetailShown).sink { [harness] _ in
      harness.model.actions.send(.submit)
      harness.wait(600)
    }

    harness.edit("swift")
    harness.act(.showDetail(true))
    harness.wait(5_000)

    #expect(harness.searches.count == 1)
    #expect(harness.state.phase == .searching(isLate: true))
    busy.cancel()
  }

  @Test(arguments: ["", " ", "\t  "])
  func `an empty text costs nothing`(text: String) {
    let harness = SearchHarness()

    harness.edit(text)
    harness.act(.submit)
    harness.wait(5_000)

    #expect(harness.searches.count == 0)
    #expect(harness.state.phase == .idle)
  }
}
