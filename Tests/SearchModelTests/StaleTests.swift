import GitHubModel
import SearchModel
import Testing

/// Results of an older query are never shown for a newer one.
@Suite struct StaleTests {
  /// A search for "swift" in progress, with "kotlin" typed after it.
  private func overtaken() -> SearchHarness {
    let harness = SearchHarness()
    harness.paste("swift")
    harness.edit("kotlin")
    return harness
  }

  @Test func `caches rows that arrive too late without showing them`() throws {
    let harness = overtaken()

    harness.answer(try repositories(1...3))
    #expect(harness.state.rows.isEmpty)
    #expect(harness.state.phase == .debouncing)

    harness.edit("swift")
    #expect(harness.state.rows.map(\.id) == [1, 2, 3])
    #expect(harness.searches.count == 1)
  }

  @Test func `does not show an error that arrives too late`() {
    let harness = overtaken()

    harness.answer(.failure(SearchFailure(.unreachable, "no route")))

    #expect(harness.state.banner == nil)
    #expect(harness.state.phase == .debouncing)
  }

  @Test func `an error disappears with its query`() {
    let harness = SearchHarness()
    harness.paste("swift")
    harness.answer(.failure(SearchFailure(.invalidRequest, "no such user")))
    #expect(harness.state.banner != nil)

    harness.edit("swiftui")

    #expect(harness.state.banner == nil)
  }

  @Test func `caches a second page that arrives too late without showing it`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...50), total: 150)
    harness.act(.loadMore)
    harness.edit("kotlin")
    let shown = harness.state.rows.map(\.id)

    harness.answer(try repositories(51...100), total: 150)
    #expect(harness.state.rows.map(\.id) == shown)
    #expect(harness.state.paging == .none)

    harness.edit("swift")
    #expect(harness.state.rows.count == 100)
    #expect(harness.state.paging == .end)
  }

  @Test func `does not add a second page to rows of another query if its first expired`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...50), total: 150)
    harness.wait(300_000)
    harness.load("kotlin", try repositories(201...203))
    harness.edit("swift")
    harness.wait(299_000)
    harness.act(.loadMore)
    harness.edit("kotlin")
    harness.wait(2_000)
    harness.edit("swift")

    harness.answer(try repositories(51...100), total: 150)
    #expect(harness.state.phase == .debouncing)
    harness.wait(1_000)
    harness.answer(try repositories(1...50), total: 150)

    #expect(harness.searches.inputs.map(\.page) == [1, 1, 2, 1])
    #expect(harness.state.rows.map(\.id) == Array(1...50))
  }

  @Test func `a pending response does not replace a cached result`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...3))
    harness.paste("kotlin")
    harness.edit("swift")

    harness.answer(try repositories(4...6))

    #expect(harness.state.rows.map(\.id) == [1, 2, 3])
    #expect(harness.searches.canceled == [])
  }

  @Test func `returning to the running search drops the waiting one`() throws {
    let harness = overtaken()

    harness.edit("swift")
    #expect(harness.state.phase == .searching(isLate: false))
    harness.wait(5_000)
    harness.answer(try repositories(1...3))

    #expect(harness.state.rows.map(\.id) == [1, 2, 3])
    #expect(harness.searches.inputs.map(\.query.text) == ["swift"])
  }

  /// Edits that finally leave the query unchanged.
  private static let detours: [[SearchAction]] = [
    [.submit], [.edit("TEXT ", .typed)], [.edit(" TEXT", .whole)],
    [.edit("TEXTs", .typed), .edit("TEXT", .typed)],
    [.openTab(.stars), .openTab(.search)],
    [.openTab(.stars), .edit("x", .typed), .openTab(.search)],
    [.setSort(.stars, .descending), .setSort(.bestMatch, .descending)],
    [.setSort(.bestMatch, .ascending)], [.toggleOrder],
    [.showDetail(true), .move(1)],
  ]

  @Test(arguments: ["swift", "swift language:", "langauge:swift"], detours)
  func `a running search costs one request and is shown however the text changed`(
    text: String,
    detour: [SearchAction]
  ) throws {
    // One search is left, which typing does not use.
    let harness = SearchHarness(FakeRateLimit(limit: 2))
    harness.edit(text)
    harness.act(.submit)

    for action in detour {
      if case .edit(let edited, let origin) = action {
        harness.act(.edit(edited.replacing("TEXT", with: text), origin))
      } else {
        harness.act(action)
      }
    }
    harness.wait(5_000)
    harness.answer(try repositories(1...3))

    #expect(harness.searches.count == 1)
    #expect(harness.state.phase == .loaded)
    #expect(harness.state.rows.map(\.id) == [1, 2, 3])
  }

  @Test func `a new request cancels the previous one`() {
    let harness = overtaken()
    #expect(harness.searches.canceled == [])

    harness.wait(600)

    #expect(harness.searches.inputs.map(\.query.text) == ["swift", "kotlin"])
    #expect(harness.searches.canceled == [0])
  }

  @Test func `a text without words cancels pending requests`() {
    let harness = SearchHarness()
    harness.paste("swift")

    harness.paste("")

    #expect(harness.searches.canceled == [0])
    #expect(harness.state.phase == .idle)
  }

  @Test func `does not show local matches that arrive too late`() throws {
    let harness = SearchHarness()
    harness.edit("swift")
    harness.edit("kotlin")
    #expect(harness.local.canceled == [0])

    harness.local.answer(try repositories(1...3), at: 0)

    #expect(harness.state.rows.isEmpty)
  }

  // MARK: The copy

  private func list(_ members: Set<Repository.ID>) -> StarListMembers {
    let list = StarList(
      id: "UL_1",
      name: "Later",
      slug: "later",
      isPrivate: false,
      repositoryCount: members.count
    )
    return StarListMembers(list, members)
  }

  @Test(arguments: [true, false])
  func `lists read before a change do not replace it`(isFailure: Bool) throws {
    let harness = SearchHarness()
    harness.act(.readLists)
    harness.listReads.answer(.success([list([])]))
    harness.act(.readLists)
    let move = StarListWrite.Move(try repository(1), adding: ["UL_1"], removing: [])
    harness.act(.changeLists(StarListWrite(number: 1, moves: [move])))

    harness.listReads.answer(
      isFailure ? .failure(SearchFailure(.localFile, "busy")) : .success([list([])]),
      at: 1
    )
    #expect(harness.state.lists == .loaded([list([1])]))

    harness.listChanges.answer(nil)
    harness.listReads.answer(.success([list([1, 2])]))
    #expect(harness.state.lists == .loaded([list([1, 2])]))
  }

  @Test func `an older read of the store does not replace a newer one`() throws {
    let harness = SearchHarness()
    for _ in 1...2 { harness.act(.readLists) }
    harness.listReads.answer(.success([list([2])]), at: 1)
    harness.listReads.answer(.success([list([1])]), at: 0)
    #expect(harness.state.lists == .loaded([list([2])]))

    harness.act(.sync)
    harness.syncs.answer(nil)
    harness.countReads.answer(RowCounts(stars: 2, lists: 1), at: 1)
    harness.countReads.answer(RowCounts(stars: 1, lists: 1), at: 0)
    #expect(harness.state.counts.stars == 2)
  }
}
