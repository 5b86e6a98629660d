import Foundation
import GitHubModel
import Testing

@testable import SearchModel

/// The central transitions of the reducer, with every change of the state that an event makes.
@Suite struct ReducerTests {
  private static let spent = BudgetReading(
    limit: 30,
    remaining: 0,
    resumesAt: epoch + 9,
    isFullAt: epoch + 60
  )
  private static let lost = SearchFailure(.unreachable, "no route")

  private func request(page: Int = 1, access: SearchAccess = .signedIn) throws -> SearchRequest {
    SearchRequest(query: try SearchQuery(text: "swift"), page: page, access: access)
  }

  private func search(
    page: Int = 1,
    attempt: Int,
    pause: Duration = .zero,
    isHeldBack: Bool = false,
    access: SearchAccess = .signedIn
  ) throws -> DesiredSearch {
    DesiredSearch(
      request: try request(page: page, access: access),
      attempt: attempt,
      pause: pause,
      isHeldBack: isHeldBack
    )
  }

  private func store(after events: SearchEvent...) -> TestStore {
    var store = TestStore()
    for event in events { store.send(event) }
    return store
  }

  private func typed() -> TestStore { store(after: .action(.edit("swift", .typed))) }

  /// A search that has begun.
  private func begun() throws -> TestStore {
    var store = typed()
    store.send(.began(try #require(store.state.desired.search)))
    return store
  }

  private func loaded(_ ids: ClosedRange<Int64> = 1...50, total: Int = 120) throws -> TestStore {
    var store = try begun()
    let page = page(try repositories(ids), total: total)
    store.send(.responded(try request(), .success(page), plenty))
    return store
  }

  private func rows(_ ids: ClosedRange<Int64>) throws -> [SearchRow] {
    try repositories(ids).map { SearchRow($0) }
  }

  @Test func `starts by requesting the rate limit, notes and counts`() {
    let desired = store(after: .historyRead([])).state.desired

    #expect(desired.budget == DesiredBudget(access: .signedIn, date: nil))
    #expect(desired.notes == 1 && desired.counts == 1)
    #expect(desired.search == nil && desired.rows == nil && desired.lists == nil)
  }

  // MARK: Typing

  @Test(arguments: [(SearchAction.TextOrigin.typed, 600), (.whole, 0)])
  func `typed text waits for a pause, pasted text does not, and both are looked up locally`(
    origin: SearchAction.TextOrigin,
    pause: Int
  ) throws {
    var store = TestStore()
    try store.expect(after: .edit("swift", origin)) {
      $0.text = "swift"
      $0.query = try SearchQuery(text: "swift")
      $0.phase = .debouncing
      $0.desired.localMatches = "swift"
      $0.desired.wordInProgress = origin == .typed ? "swift" : nil
      $0.desired.search = try search(attempt: 0, pause: .milliseconds(pause))
    }
  }

  @Test func `Enter ends the pause and remembers the query`() throws {
    var store = typed()
    store.expect(after: .submit) {
      $0.desired.search?.pause = .zero
      $0.desired.wordInProgress = nil
      $0.history = ["swift"]
      $0.desired.unsavedQueries = ["swift"]
    }
  }

  @Test func `an empty text cancels everything`() {
    var store = typed()
    store.expect(after: .edit("", .typed)) {
      $0.text = ""
      $0.query = nil
      $0.phase = .idle
      $0.desired.search = nil
      $0.desired.localMatches = nil
      $0.desired.wordInProgress = nil
    }
  }

  @Test func `shows cached matches until GitHub responds`() throws {
    var store = typed()
    let known = try [repository(1, "a/swift"), repository(2, "b/other"), repository(3, "swift/c")]
    try store.expect(after: .localMatches(text: "swift", known)) {
      $0.rows = try [repository(1, "a/swift"), repository(3, "swift/c")]
        .map { SearchRow($0, isCached: true) }
    }
  }

  @Test func `a pause ends in a search, which is late and then slow`() throws {
    var store = typed()
    store.expect(after: .began(try #require(store.state.desired.search))) {
      $0.phase = .searching(isLate: false)
      $0.desired.search?.pause = .zero
      $0.desired.awaitedAnswer = $0.desired.next()
    }
    store.expect(after: .answerIsLate) { $0.phase = .searching(isLate: true) }
    store.expect(after: .answerIsSlow) { $0.isSlow = true }
  }

  // MARK: Answers

  @Test func `a response is shown, and its star states are requested`() throws {
    var store = try begun()
    let page = page(try repositories(1...50), total: 120)
    try store.expect(after: .responded(request(), .success(page), plenty)) {
      $0.phase = .loaded
      $0.responseRows = try rows(1...50)
      $0.rows = $0.responseRows
      $0.total = ResultTotal(count: 120)
      $0.paging = .more(2)
      $0.budget = plenty
      $0.desired.budget = nil
      $0.desired.search = nil
      $0.desired.awaitedAnswer = nil
      $0.desired.shownQuery = $0.query
      $0.desired.ask(\.stars, for: try repositories(1...50))
    }
  }

  @Test func `an empty response in the middle of a word is shown once the typing pauses`() throws {
    var store = try begun()
    try store.expect(after: .responded(request(), .success(page([])), plenty)) {
      $0.budget = plenty
      $0.desired.budget = nil
      $0.desired.search = nil
    }
    store.expect(after: .typingRested("swift")) {
      $0.phase = .loaded
      $0.total = ResultTotal(count: 0)
      $0.paging = .end
      $0.desired.awaitedAnswer = nil
      $0.desired.wordInProgress = nil
      $0.desired.hints = "swift"
    }
  }

  @Test func `a failure is shown, and retried as another search`() throws {
    var store = try begun()
    try store.expect(after: .responded(request(), .failure(Self.lost), plenty)) {
      $0.phase = .failed
      $0.banner = Banner(.search, Self.lost)
      $0.budget = plenty
      $0.desired.budget = nil
      $0.desired.search = nil
      $0.desired.awaitedAnswer = nil
    }
    try store.expect(after: .retry) {
      $0.phase = .debouncing
      $0.banner = nil
      $0.desired.search = try search(attempt: 1)
    }
  }

  @Test func `a rejected token is left out, and the search begins again`() throws {
    var store = try begun()
    let rejected = SearchFailure(.tokenRejected, "Bad credentials")
    try store.expect(after: .responded(request(), .failure(rejected), plenty)) {
      $0.phase = .debouncing
      $0.access = .anonymous
      $0.banner = Banner(.search, rejected)
      $0.desired.budget = DesiredBudget(access: .anonymous, date: nil)
      $0.desired.search = try search(attempt: 1, access: .anonymous)
      $0.desired.awaitedAnswer = nil
    }
  }

  // MARK: The rate limit

  @Test func `a search beyond the rate limit waits for it, and counts down`() throws {
    var store = try begun()
    try store.expect(after: .postponed(Self.spent)) {
      $0.phase = .postponed
      $0.budget = Self.spent
      $0.secondsLeft = 9
      $0.desired.budget = DesiredBudget(access: .signedIn, date: epoch + 60)
      $0.desired.search = try search(attempt: 1, pause: .seconds(9), isHeldBack: true)
      $0.desired.awaitedAnswer = nil
      $0.desired.nextSecond = Asked(value: epoch + 1, number: 0)
    }
    store.expect(after: .secondPassed, at: epoch + 1) {
      $0.secondsLeft = 8
      $0.desired.nextSecond = Asked(value: epoch + 2, number: 1)
    }
    store.expect(after: .secondPassed, at: epoch + 9) {
      $0.phase = .debouncing
      $0.secondsLeft = nil
      $0.desired.search?.pause = .zero
      $0.desired.nextSecond = nil
    }
  }

  @Test func `a search that GitHub refuses waits until the reset that it names`()
    throws
  {
    var store = try begun()
    let refused = SearchFailure(.rateLimited, resetsAt: epoch + 40)
    try store.expect(after: .responded(request(), .failure(refused), plenty)) {
      $0.phase = .postponed
      $0.budget = BudgetReading(limit: 30, remaining: 0, resumesAt: epoch + 40)
      $0.secondsLeft = 40
      $0.desired.budget = nil
      $0.desired.search = try search(attempt: 1, pause: .seconds(40), isHeldBack: true)
      $0.desired.awaitedAnswer = nil
      $0.desired.nextSecond = Asked(value: epoch + 1, number: 0)
    }
  }

  // MARK: Pages

  @Test func `the next page is another search, whose rows are added`() throws {
    var store = try loaded()
    try store.expect(after: .loadMore) {
      $0.paging = .loading(2)
      $0.desired.search = try search(page: 2, attempt: 1)
    }
    try store.expect(after: .loadMore)
    try store.expect(after: .began(try #require(store.state.desired.search)))
    let page = page(try repositories(41...90), total: 120)
    try store.expect(after: .responded(request(page: 2), .success(page), plenty)) {
      $0.paging = .end
      $0.responseRows = try rows(1...90)
      $0.rows = $0.responseRows
      $0.desired.search = nil
    }
  }

  @Test func `a failed page keeps the rows, and is retried as another search`() throws {
    var store = try loaded()
    store.send(.action(.loadMore))
    store.send(.began(try #require(store.state.desired.search)))
    try store.expect(after: .responded(request(page: 2), .failure(Self.lost), plenty)) {
      $0.paging = .failed(2)
      $0.banner = Banner(.nextPage(2), Self.lost)
      $0.desired.search = nil
    }
    try store.expect(after: .retry) {
      $0.paging = .loading(2)
      $0.banner = nil
      $0.desired.search = try search(page: 2, attempt: 2)
    }
  }

  // MARK: Stars

  private func starred() throws -> (TestStore, StarWrite, UserChange) {
    let store = try loaded()
    let write = StarWrite(try repository(7), isStarred: true)
    return (store, write, UserChange(writes: [.star(write)], isKnown: true))
  }

  @Test func `a star is shown and sent at once, and its query is stored`() throws {
    var (store, write, change) = try starred()
    store.send(.starsRead([7], .success([7: false])))
    store.expect(after: .setStar(true, [write.repository])) {
      $0.stars.want(write)
      $0.undoableChanges = [change]
      $0.lastChange = ChangeReport(number: 1, change: change, isUndone: false)
      $0.history = ["swift"]
      $0.desired.unsavedQueries = ["swift"]
    }
    #expect(store.state.stars[7] == .pending(true) && store.state.stars.turn == write)
    try store.expect(after: .setStar(true, [write.repository]))

    store.expect(after: .written(.star(write), nil)) {
      _ = $0.stars.finish(write, nil)
      $0.isOutdated = true
      $0.desired.counts = $0.desired.next()
    }
    #expect(store.state.stars[7] == .known(true) && store.state.stars.pause == .seconds(1))
    store.expect(after: .starsRested) { $0.stars.endPause() }
    store.expect(after: .undo) {
      $0.stars.want(StarWrite(write.repository, isStarred: false))
      $0.undoableChanges = []
      $0.lastChange = ChangeReport(number: 2, change: change, isUndone: true)
    }
  }

  @Test func `a star that fails is marked, and sent again by a retry`() throws {
    var (store, write, _) = try starred()
    store.send(.starsRead([7], .success([7: false])))
    store.send(.action(.setStar(true, [write.repository])))
    store.expect(after: .written(.star(write), Self.lost)) {
      _ = $0.stars.finish(write, Self.lost)
      $0.banner = Banner(.writes([.star(write)]), Self.lost)
      $0.isOutdated = true
      $0.desired.counts = $0.desired.next()
    }
    #expect(store.state.stars[7] == .failed(true))
    store.expect(after: .retry) {
      $0.stars.retry()
      $0.banner = nil
    }
    #expect(store.state.stars[7] == .pending(true))
  }

  // MARK: Tabs

  @Test func `each tab has a separate list, and the search is back at once`() throws {
    var store = try loaded()
    store.send(.action(.move(2)))
    let search = store.state.current
    store.expect(after: .openTab(.stars)) {
      $0.source = .stars
      $0.current = RowsState()
      $0.phase = .searching(isLate: false)
      $0.desired.shownQuery = nil
      $0.desired.wordInProgress = nil
      $0.desired.awaitedAnswer = $0.desired.next()
      $0.desired.ask(\.rows, for: RowsRequest(source: .stars))
    }
    let page = page(try [repository(8, isStarred: true)], total: 1)
    try store.expect(after: .rowsRead(RowsRequest(source: .stars), .success(page))) {
      $0.phase = .loaded
      $0.responseRows = try [SearchRow(repository(8, isStarred: true))]
      $0.rows = $0.responseRows
      $0.total = ResultTotal(count: 1)
      $0.paging = .end
      $0.counts.stars = 1
      $0.stars.learn(true, of: 8)
      $0.desired.rows = nil
      $0.desired.awaitedAnswer = nil
    }
    store.expect(after: .openTab(.search)) {
      $0.source = .search
      $0.current = search
      $0.desired.shownQuery = search.query
    }
  }

  // MARK: Rows

  @Test func `marks are toggled, and cleared together`() throws {
    var store = try loaded()
    try store.expect(after: .toggleMark) { $0.marked = try repositories([1]) }
    store.expect(after: .toggleMark) { $0.marked = [] }
    store.expect(after: .move(1)) {
      $0.selection = .chosen(2)
      $0.selectionHint = 1
    }
    try store.expect(after: .toggleMark) { $0.marked = try repositories([2]) }
    store.expect(after: .clearMarks) { $0.marked = [] }
  }

  @Test func `keeps the chosen row if the next response has it, else selects the first`()
    throws
  {
    for (ids, selection, hint) in [
      (3...9 as ClosedRange<Int64>, Selection.chosen(5), 2), (60...61, .first, 0),
    ] {
      var store = try loaded()
      store.send(.action(.select(5)))
      store.send(.action(.refresh))
      store.send(.began(try #require(store.state.desired.search)))
      let page = page(try repositories(ids))
      try store.expect(after: .responded(request(), .success(page), plenty)) {
        $0.phase = .loaded
        $0.responseRows = try rows(ids)
        $0.rows = $0.responseRows
        $0.selection = selection
        $0.selectionHint = hint
        $0.total = ResultTotal(count: ids.count)
        $0.paging = .end
        $0.desired.search = nil
        $0.desired.awaitedAnswer = nil
        $0.desired.shownQuery = $0.query
      }
    }
  }

  @Test func `a move beyond the loaded rows selects its row once it is read`() throws {
    var store = store(after: .action(.openTab(.stars)))
    let first = page(try repositories(1...100), total: 150)
    store.send(.rowsRead(RowsRequest(source: .stars), .success(first)))
    let rest = RowsRequest(source: .stars, offset: 100, limit: 149 - 100 + 100)
    store.expect(after: .move(1_000)) {
      $0.selection = .awaited(index: 149, at: 100)
      $0.selectionHint = 99
      $0.paging = .loading(2)
      $0.desired.ask(\.rows, for: rest)
    }
    let page = page(try repositories(101...150), total: 150)
    try store.expect(after: .rowsRead(rest, .success(page))) {
      $0.responseRows = try rows(1...150)
      $0.rows = $0.responseRows
      $0.selection = .chosen(150)
      $0.selectionHint = 149
      $0.paging = .end
      $0.desired.rows = nil
    }
  }

  @Test func `shown details follow the selection`() throws {
    var store = try loaded()
    try store.expect(after: .showDetail(true)) {
      $0.isDetailShown = true
      $0.detail = DetailState(try repository(1))
      $0.desired.ask(\.detail, for: .everything(try repository(1)))
    }
    try store.expect(after: .move(1)) {
      $0.selection = .chosen(2)
      $0.selectionHint = 1
      $0.detail = DetailState(try repository(2))
      $0.desired.ask(\.detail, for: .everything(try repository(2)))
    }
  }

  // MARK: Clocks

  @Test func `after the clock is set back, an old reading delays nothing`() throws {
    var store = store(after: .budgetRead(Self.spent))
    try store.expect(after: .action(.edit("swift", .whole)), at: epoch - 3_600) {
      $0.text = "swift"
      $0.query = try SearchQuery(text: "swift")
      $0.phase = .debouncing
      $0.desired.localMatches = "swift"
      $0.desired.search = try search(attempt: 0)
    }
  }

  @Test(arguments: [true, false])
  func `a search whose time came while the machine slept begins when it wakes`(isRefused: Bool)
    throws
  {
    var store = try begun()
    let spent = BudgetReading(limit: 30, remaining: 0, resumesAt: epoch + 40)
    let refused = SearchFailure(.rateLimited, resetsAt: epoch + 40)
    store.send(
      isRefused ? .responded(try request(), .failure(refused), spent) : .postponed(spent)
    )
    store.expect(after: .secondPassed, at: epoch + 3_600) {
      $0.phase = .debouncing
      $0.secondsLeft = nil
      $0.desired.search?.pause = .zero
      $0.desired.nextSecond = nil
    }
  }

  @Test func `a second that passes too early is waited for again`() throws {
    var store = try begun()
    store.send(.postponed(Self.spent))
    store.expect(after: .secondPassed, at: epoch + 0.9) {
      $0.desired.nextSecond = Asked(value: epoch + 1, number: 1)
    }
  }
}
