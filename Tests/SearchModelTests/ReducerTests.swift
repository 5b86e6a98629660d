import Foundation
import GitHubModel
import SearchModel
import Testing

/// The reducer by itself: state and event in, state with its wishes out.
@Suite struct ReducerTests {
  private static let spent = BudgetReading(
    limit: 30,
    remaining: 0,
    resumesAt: epoch + 9,
    isFullAt: epoch + 60
  )

  private func reducer(after events: SearchEvent...) -> SearchReducer {
    var reducer = SearchReducer()
    for event in events { reducer.reduce(event, at: epoch) }
    return reducer
  }

  /// A search that has begun.
  private func begun() throws -> SearchReducer {
    var reducer = reducer(after: .action(.edit("swift", .typed)))
    reducer.reduce(.began(try #require(reducer.state.wishes.search)), at: epoch)
    return reducer
  }

  private func loaded() throws -> SearchReducer {
    var reducer = try begun()
    let request = try #require(reducer.state.wishes.search?.request)
    let page = page(try repositories(1...50), total: 120)
    reducer.reduce(.responded(request, .success(page), plenty), at: epoch)
    return reducer
  }

  @Test func `the start wants budget, notes and counts`() {
    let wishes = reducer(after: .historyRead([])).state.wishes

    #expect(wishes.budget != nil && wishes.notes != nil && wishes.counts != nil)
    #expect(wishes.search == nil && wishes.rows == nil && wishes.lists == nil)
  }

  @Test(arguments: [(SearchAction.TextOrigin.typed, 600), (.whole, 0)])
  func `a typed text waits for a pause, a whole one does not, and both are looked up locally`(
    origin: SearchAction.TextOrigin,
    pause: Int
  ) {
    let state = reducer(after: .action(.edit("swift", origin))).state

    #expect(state.phase == .debouncing)
    #expect(state.wishes.search?.request.query.text == "swift")
    #expect(state.wishes.search?.pause == .milliseconds(pause))
    #expect(state.wishes.localMatches == "swift")
  }

  @Test func `Enter ends the pause and is remembered`() {
    let state = reducer(after: .action(.edit("swift", .typed)), .action(.submit)).state

    #expect(state.wishes.search?.pause == .zero)
    #expect(state.wishes.unsavedQueries == ["swift"])
  }

  @Test func `an empty text cancels`() {
    let state =
      reducer(after: .action(.edit("swift", .typed)), .action(.edit("", .typed))).state

    #expect(state.wishes.search == nil && state.wishes.localMatches == nil)
    #expect(state.phase == .idle)
  }

  @Test func `a pause that is over begins a search, whose answer is waited for`() throws {
    let state = try begun().state

    #expect(state.phase == .searching(isLate: false))
    #expect(state.wishes.awaitedAnswer != nil)
  }

  @Test func `a search without budget waits, and is another one then`() throws {
    var reducer = try begun()
    let denied = reducer.state.wishes.search
    reducer.reduce(.postponed(Self.spent), at: epoch)

    let wishes = reducer.state.wishes
    #expect(reducer.state.phase == .postponed)
    #expect(wishes.search != denied && wishes.search?.request == denied?.request)
    #expect(wishes.search?.pause == .seconds(9))
    #expect(wishes.nextSecond?.value == epoch + 1)
  }

  @Test func `an answer is shown, and its stars are asked for`() throws {
    let state = try loaded().state

    #expect(state.phase == .loaded)
    #expect(state.wishes.stars?.value == (try repositories(1...50)))
    #expect(state.wishes.search == nil && state.wishes.awaitedAnswer == nil)
    #expect(state.wishes.shownQuery?.text == "swift")
  }

  @Test func `the next page is another search`() throws {
    var reducer = try loaded()
    reducer.reduce(.action(.loadMore), at: epoch)

    #expect(reducer.state.phase == .loaded)
    #expect(reducer.state.wishes.search?.request.page == 2)
  }

  @Test func `a star is written at once when none was for a second`() throws {
    var reducer = try loaded()
    reducer.reduce(.action(.setStar(true, [try repository(7)])), at: epoch)

    #expect(reducer.state.stars.turn == StarWrite(try repository(7), isStarred: true))
    #expect(reducer.state.wishes.unsavedQueries == ["swift"])
  }

  @Test func `a shown detail follows the selection`() throws {
    var reducer = try loaded()
    reducer.reduce(.action(.showDetail(true)), at: epoch)
    reducer.reduce(.action(.move(1)), at: epoch)

    #expect(reducer.state.wishes.detail?.value == .everything(try repository(2)))
  }

  @Test func `after the clock is set back, an old reading delays nothing`() {
    var reducer = reducer(after: .budgetRead(Self.spent))
    reducer.reduce(.action(.edit("swift", .whole)), at: epoch - 3_600)

    #expect(reducer.state.wishes.search?.pause == .zero)
    #expect(reducer.state.phase == .debouncing)
    #expect(reducer.state.secondsLeft == nil)
  }

  @Test(arguments: [true, false])
  func `a search whose time came while the machine slept begins when it wakes`(isRefused: Bool)
    throws
  {
    var reducer = try begun()
    let request = try #require(reducer.state.wishes.search?.request)
    let spent = BudgetReading(limit: 30, remaining: 0, resumesAt: epoch + 40)
    let refused = SearchFailure(.rateLimited, resetsAt: epoch + 40)
    reducer.reduce(
      isRefused
        ? .responded(request, .failure(refused), spent) : .postponed(spent),
      at: epoch
    )

    reducer.reduce(.secondPassed, at: epoch + 1)
    #expect(reducer.state.wishes.search?.pause == .seconds(40))
    reducer.reduce(.secondPassed, at: epoch + 3_600)

    #expect(reducer.state.wishes.search?.request == request)
    #expect(reducer.state.wishes.search?.pause == .zero)
  }

  @Test func `a second that passes too early is waited for again`() throws {
    var reducer = try begun()
    reducer.reduce(.postponed(Self.spent), at: epoch)
    let second = reducer.state.wishes.nextSecond
    reducer.reduce(.secondPassed, at: epoch + 0.9)

    #expect(reducer.state.wishes.nextSecond?.value == second?.value)
    #expect(reducer.state.wishes.nextSecond != second)
  }
}
