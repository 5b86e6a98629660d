import Foundation
import GitHubModel
import SearchModel
import Testing

/// The reducer by itself: state and event in, state and effects out.
@Suite struct ReducerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var before: [SearchEvent] = []
    let event: SearchEvent
    let phase: SearchPhase
    let effects: [SearchEffect]
  }

  static func request(_ text: String, page: Int = 1) throws -> SearchRequest {
    SearchRequest(query: try SearchQuery(text: text), page: page, access: .signedIn)
  }

  static func pending(
    _ number: Int,
    _ text: String?,
    page: Int = 1,
    interval: Int = 0
  ) throws -> PendingSearch {
    PendingSearch(
      number: number,
      request: try text.map { try request($0, page: page) },
      interval: .milliseconds(interval)
    )
  }

  private static func response(_ ids: ClosedRange<Int64>, total: Int) throws -> SearchResponse {
    let page = page(try repositories(ids.map { $0 }), total: total)
    return SearchResponse(.success(page), budget: plenty)
  }

  static func cases() throws -> [Case] {
    let typed = SearchEvent.action(.edit("swift", .typed))
    let began = SearchEvent.began(try pending(1, "swift", interval: 600))
    let responded = SearchEvent.responded(try request("swift"), try response(1...50, total: 120))
    let spent = BudgetReading(limit: 30, remaining: 0, resumesAt: epoch + 9, isFullAt: epoch + 60)
    return [
      Case(
        testDescription: "the start reads budget, favorites, notes, history and counts",
        event: .started,
        phase: .idle,
        effects: [.readBudget(.signedIn), .readFavorites, .readNotes, .readHistory, .readCounts]
      ),
      Case(
        testDescription: "a typed text is debounced, and looked up locally at once",
        event: typed,
        phase: .debouncing,
        effects: [.findLocally("swift"), .search(try pending(1, "swift", interval: 600))]
      ),
      Case(
        testDescription: "a whole text is not debounced",
        event: .action(.edit("swift", .whole)),
        phase: .debouncing,
        effects: [.findLocally("swift"), .search(try pending(1, "swift"))]
      ),
      Case(
        testDescription: "Enter ends the debounce interval and is remembered",
        before: [typed],
        event: .action(.submit),
        phase: .debouncing,
        effects: [.remember("swift"), .search(try pending(1, "swift"))]
      ),
      Case(
        testDescription: "an empty text cancels",
        before: [typed],
        event: .action(.edit("", .typed)),
        phase: .idle,
        effects: [.search(try pending(2, nil))]
      ),
      Case(
        testDescription: "a debounce interval that is over begins a search",
        before: [typed],
        event: began,
        phase: .searching(isLate: false),
        effects: [.wake(epoch + 0.2)]
      ),
      Case(
        testDescription: "a search without budget waits",
        before: [typed, began],
        event: .postponed(spent),
        phase: .postponed,
        effects: [.search(try pending(2, "swift", interval: 9_000)), .wake(epoch + 1)]
      ),
      Case(
        testDescription: "an answer is shown, and its stars are asked for",
        before: [typed, began],
        event: responded,
        phase: .loaded,
        effects: [.readStars(try repositories(1...50)), .wake(epoch + 2)]
      ),
      Case(
        testDescription: "the next page is another search",
        before: [typed, began, responded],
        event: .action(.loadMore),
        phase: .loaded,
        effects: [.search(try pending(2, "swift", page: 2))]
      ),
      Case(
        testDescription: "a star is written at once when none was for a second",
        before: [typed, began, responded],
        event: .action(.setStar(true, [try repository(7)])),
        phase: .loaded,
        effects: [
          .remember("swift"), .writeStar(StarWrite(try repository(7), isStarred: true)),
        ]
      ),
      Case(
        testDescription: "a shown detail follows the selection",
        before: [typed, began, responded, .action(.showDetail(true))],
        event: .action(.move(1)),
        phase: .loaded,
        effects: [.fetchDetail(try repository(2))]
      ),
    ]
  }

  @Test func `after the clock is set back, an old reading delays nothing`() throws {
    let spent = BudgetReading(limit: 30, remaining: 0, resumesAt: epoch + 9, isFullAt: epoch + 60)
    var reducer = SearchReducer()
    _ = reducer.reduce(.budgetRead(spent), now: epoch)

    let effects = reducer.reduce(.action(.edit("swift", .whole)), now: epoch - 3_600)

    #expect(effects.last == .search(try Self.pending(1, "swift")))
    #expect(reducer.state.phase == .debouncing)
    #expect(reducer.state.budget.secondsLeft == nil)
  }

  @Test(arguments: try cases())
  func `takes in an event`(_ row: Case) {
    var reducer = SearchReducer()
    for event in row.before { _ = reducer.reduce(event, now: epoch) }

    let effects = reducer.reduce(row.event, now: epoch)

    #expect(effects == row.effects)
    #expect(reducer.state.phase == row.phase)
  }
}
