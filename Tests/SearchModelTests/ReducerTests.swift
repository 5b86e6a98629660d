import Foundation
import GitHubModel
import SearchModel
import Testing

/// The reducer alone: it takes a state and an event, and returns a state with its desired calls.
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

  /// A search in progress.
  private func begun() throws -> SearchReducer {
    var reducer = reducer(after: .action(.edit("swift", .typed)))
    reducer.reduce(.began(try #require(reducer.state.desired.search)), at: epoch)
    return reducer
  }

  private func loaded() throws -> SearchReducer {
    var reducer = try begun()
    let request = try #require(reducer.state.desired.search?.request)
    let page = page(try repositories(1...50), total: 120)
    reducer.reduce(.responded(request, .success(page), plenty), at: epoch)
    return reducer
  }

  @Test func `starts by requesting the rate limit, notes and counts`() {
    let desired = reducer(after: .historyRead([])).state.desired

    #expect(desired.budget != nil && desired.notes != nil && desired.counts != nil)
    #expect(desired.search == nil && desired.rows == nil && desired.lists == nil)
  }

  @Test(arguments: [(SearchAction.TextOrigin.typed, 600), (.whole, 0)])
  func `typed text waits for a pause, pasted text does not, and both are looked up locally`(
    origin: SearchAction.TextOrigin,
    pause: Int
  ) {
    let state = reducer(after: .action(.edit("swift", origin))).state

    #expect(state.phase == .debouncing)
    #expect(state.desired.search?.request.query.text == "swift")
    #expect(state.desired.search?.pause == .milliseconds(pause))
    #expect(state.desired.localMatches == "swift")
  }

  @Test func `Enter ends the pause and remembers the query`() {
    let state = reducer(after: .action(.edit("swift", .typed)), .action(.submit)).state

    #expect(state.desired.search?.pause == .zero)
    #expect(state.desired.unsavedQueries == ["swift"])
  }

  @Test func `an empty text cancels`() {
    let state =
      reducer(after: .action(.edit("swift", .typed)), .action(.edit("", .typed))).state

    #expect(state.desired.search == nil && state.desired.localMatches == nil)
    #expect(state.phase == .idle)
  }

  @Test func `starts a search and awaits its response after the pause`() throws {
    let state = try begun().state

    #expect(state.phase == .searching(isLate: false))
    #expect(state.desired.awaitedAnswer != nil)
  }

  @Test func `a search over the rate limit waits as a new search`() throws {
    var reducer = try begun()
    let denied = reducer.state.desired.search
    reducer.reduce(.postponed(Self.spent), at: epoch)

    let desired = reducer.state.desired
    #expect(reducer.state.phase == .postponed)
    #expect(desired.search != denied && desired.search?.request == denied?.request)
    #expect(desired.search?.pause == .seconds(9))
    #expect(desired.nextSecond?.value == epoch + 1)
  }

  @Test func `shows a response, and requests its star states`() throws {
    let state = try loaded().state

    #expect(state.phase == .loaded)
    #expect(state.desired.stars?.value == (try repositories(1...50)))
    #expect(state.desired.search == nil && state.desired.awaitedAnswer == nil)
    #expect(state.desired.shownQuery?.text == "swift")
  }

  @Test func `the next page is another search`() throws {
    var reducer = try loaded()
    reducer.reduce(.action(.loadMore), at: epoch)

    #expect(reducer.state.phase == .loaded)
    #expect(reducer.state.desired.search?.request.page == 2)
  }

  @Test func `writes a star immediately if none was written for a second`() throws {
    var reducer = try loaded()
    reducer.reduce(.action(.setStar(true, [try repository(7)])), at: epoch)

    #expect(reducer.state.stars.turn == StarWrite(try repository(7), isStarred: true))
    #expect(reducer.state.desired.unsavedQueries == ["swift"])
  }

  @Test func `visible details follow the selection`() throws {
    var reducer = try loaded()
    reducer.reduce(.action(.showDetail(true)), at: epoch)
    reducer.reduce(.action(.move(1)), at: epoch)

    #expect(reducer.state.desired.detail?.value == .everything(try repository(2)))
  }

  @Test func `a rate limit read before the clock was set back delays nothing`() {
    var reducer = reducer(after: .budgetRead(Self.spent))
    reducer.reduce(.action(.edit("swift", .whole)), at: epoch - 3_600)

    #expect(reducer.state.desired.search?.pause == .zero)
    #expect(reducer.state.phase == .debouncing)
    #expect(reducer.state.secondsLeft == nil)
  }

  @Test(arguments: [true, false])
  func `a search due during system sleep starts on wake`(isRefused: Bool)
    throws
  {
    var reducer = try begun()
    let request = try #require(reducer.state.desired.search?.request)
    let spent = BudgetReading(limit: 30, remaining: 0, resumesAt: epoch + 40)
    let refused = SearchFailure(.rateLimited, resetsAt: epoch + 40)
    reducer.reduce(
      isRefused
        ? .responded(request, .failure(refused), spent) : .postponed(spent),
      at: epoch
    )

    reducer.reduce(.secondPassed, at: epoch + 1)
    #expect(reducer.state.desired.search?.pause == .seconds(40))
    reducer.reduce(.secondPassed, at: epoch + 3_600)

    #expect(reducer.state.desired.search?.request == request)
    #expect(reducer.state.desired.search?.pause == .zero)
  }

  @Test func `waits again if a second ends too early`() throws {
    var reducer = try begun()
    reducer.reduce(.postponed(Self.spent), at: epoch)
    let second = reducer.state.desired.nextSecond
    reducer.reduce(.secondPassed, at: epoch + 0.9)

    #expect(reducer.state.desired.nextSecond?.value == second?.value)
    #expect(reducer.state.desired.nextSecond != second)
  }
}
