import GitHubModel
import SearchModel
import Testing

/// The screen shows known data before GitHub responds.
@Suite struct LocalTests {
  private func swifts(_ ids: some Sequence<Int64>) throws -> [Repository] {
    try ids.map { try repository($0, "owner/swift-\($0)") }
  }

  @Test(arguments: [
    ("swift", [1, 2, 3]), ("swift -log", [1, 3]), ("\"swift server\"", [3]),
    ("swift language:c", [2]),
    ("swift NOT log", [1, 3]), ("swift stars:>10", [3]),
  ])
  func `local matches satisfy the whole query`(text: String, ids: [Int64]) throws {
    let harness = SearchHarness()
    var rows = [
      try repository(1, "a/swift"), try repository(2, "b/swift-log"),
      try repository(3, "c/http", description: "A Swift server"),
    ]
    rows[1].language = "C"
    rows[2].counts.stars = 11
    harness.edit(text)
    harness.local.answer(rows)
    #expect(harness.state.rows.map(\.id) == ids)
  }

  @Test func `shows marked local matches before the debounce interval ends`() throws {
    let harness = SearchHarness()
    harness.edit("swift")

    harness.local.answer(try swifts(1...3))

    #expect(harness.local.inputs == ["swift"])
    #expect(harness.state.rows.map(\.id) == [1, 2, 3])
    #expect(harness.state.rows.allSatisfy { $0.isCached })
    #expect(harness.searches.count == 0)
  }

  @Test func `GitHub's response replaces local matches, and keeps the selection`() throws {
    let harness = SearchHarness()
    harness.paste("swift")
    harness.local.answer(try swifts(1...3))
    harness.act(.move(1))
    #expect(harness.state.selectedRow?.id == 2)

    harness.answer(try repositories([7, 8, 2, 9]))

    #expect(harness.state.rows.map(\.id) == [7, 8, 2, 9])
    #expect(harness.state.rows.allSatisfy { !$0.isCached })
    #expect(harness.state.selectedRow?.id == 2)
    #expect(harness.state.selectedIndex == 2)
  }

  @Test func `the store does not replace GitHub's response`() throws {
    let harness = SearchHarness()
    harness.paste("swift")
    harness.answer(try repositories(7...9))

    harness.local.answer(try swifts(1...3))

    #expect(harness.state.rows.map(\.id) == [7, 8, 9])
  }

  @Test func `shows matching loaded rows before those of the store, without duplicates`() throws {
    let harness = SearchHarness()
    harness.load("swift", [try repository(1, "a/swift"), try repository(2, "b/swift-log")])
    harness.edit("swift-log")
    #expect(harness.state.rows.map(\.id) == [2])

    harness.local.answer([try repository(3, "c/swift-log"), try repository(2, "b/swift-log")])

    #expect(harness.state.rows.map(\.id) == [2, 3])
  }

  @Test func `shows rows of the previous query only if they match the text`() throws {
    let harness = SearchHarness()
    harness.load("swift", [try repository(1, "a/swift"), try repository(2, "b/swift-kotlin")])

    harness.paste("kotlin")
    #expect(harness.state.rows.map(\.id) == [2])
    #expect(harness.state.rows.map(\.isCached) == [true])

    harness.answer([])
    #expect(harness.state.rows.isEmpty)
    #expect(harness.state.selectedRow?.id == nil)
    #expect(harness.state.phase == .loaded)
  }

  @Test func `another sort keeps all rows of the text until GitHub responds`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3), total: 120)

    harness.act(.setSort(.stars, .descending))

    #expect(harness.state.rows.map(\.id) == [1, 2, 3])
    #expect(harness.state.rows.allSatisfy { $0.isCached })
  }

  @Test func `selects the first row if the selected one disappears`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    harness.act(.move(2))

    harness.load("kotlin", try repositories(7...9))

    #expect(harness.state.selectedRow?.id == 7)
  }

  @Test func `a new query keeps the user's selection`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    harness.act(.select(3))

    harness.load("kotlin", try repositories([7, 8, 3]))

    #expect(harness.state.selectedRow?.id == 3)
  }

  @Test func `without a selection by the user, a new query starts at its first row`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))

    harness.load("kotlin", try repositories([7, 8, 1]))

    #expect(harness.state.selectedRow?.id == 7)
  }

  @Test func `a local match that the user never selected does not stay selected`() throws {
    let harness = SearchHarness()
    harness.paste("swift")
    harness.local.answer(try swifts([3]))
    #expect(harness.state.selectedRow?.id == 3)

    harness.answer(try repositories(1...3))

    #expect(harness.state.selectedRow?.id == 1)
  }

  @Test func `moving stops at the ends`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...5))

    let moves: [SearchAction] = [.move(-1), .move(3), .move(.max), .move(.min)]
    let selections = moves.map { move in
      harness.act(move)
      return harness.state.selectedRow?.id
    }

    #expect(selections == [1, 4, 5, 1])
  }
}
