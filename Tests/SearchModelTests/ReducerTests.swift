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

  static func plan(_ number: Int, _ text: String?, page: Int = 1, rest: Int = 0) throws
    -> SearchPlan
  {
    SearchPlan(
      number: number,
      request: try text.map { try request($0, page: page) },
      rest: .milliseconds(rest)
    )
  }

  private static func outcome(_ ids: ClosedRange<Int64>, total: Int) throws -> SearchOutcome {
    let page = answer(try repositories(ids.map { $0 }), total: total)
    return SearchOutcome(.success(page), budget: plenty)
  }

  static func cases() throws -> [Case] {
    let typed = SearchEvent.edited(QueryInput("swift"))
    let rested = SearchEvent.rested(try plan(1, "swift", rest: 250))
    let answered = SearchEvent.answered(try request("swift"), try outcome(1...50, total: 120))
    let spent = BudgetReading(limit: 30, remaining: 0, resumesAt: epoch + 9, isFullAt: epoch + 60)
    return [
      Case(
        testDescription: "the start reads what is kept",
        event: .started,
        phase: .idle,
        effects: [.readBudget(.signedIn), .readFavourites, .readHistory]
      ),
      Case(
        testDescription: "a typed text rests, and is looked up at once",
        event: typed,
        phase: .resting,
        effects: [.findLocally("swift"), .search(try plan(1, "swift", rest: 250))]
      ),
      Case(
        testDescription: "a whole text does not rest",
        event: .edited(QueryInput("swift", .whole)),
        phase: .resting,
        effects: [.findLocally("swift"), .search(try plan(1, "swift"))]
      ),
      Case(
        testDescription: "enter ends the rest and is remembered",
        before: [typed],
        event: .action(.submit),
        phase: .resting,
        effects: [.remember("swift"), .search(try plan(1, "swift"))]
      ),
      Case(
        testDescription: "no text cancels",
        before: [typed],
        event: .edited(QueryInput("")),
        phase: .idle,
        effects: [.search(try plan(2, nil))]
      ),
      Case(
        testDescription: "a rest that is over is a search",
        before: [typed],
        event: rested,
        phase: .searching(isLate: false),
        effects: []
      ),
      Case(
        testDescription: "a denied claim waits",
        before: [typed, rested],
        event: .denied(spent),
        phase: .postponed,
        effects: [.search(try plan(2, "swift", rest: 9_000))]
      ),
      Case(
        testDescription: "an answer is shown, and its stars are asked for",
        before: [typed, rested],
        event: answered,
        phase: .loaded,
        effects: [.readStars(try repositories(1...50))]
      ),
      Case(
        testDescription: "what comes into view calls for the next page",
        before: [typed, rested, answered],
        event: .action(.show(30..<50)),
        phase: .loaded,
        effects: [.search(try plan(2, "swift", page: 2))]
      ),
      Case(
        testDescription: "a star is written at once when none was for a second",
        before: [typed, rested, answered],
        event: .action(.setStar(true, [7])),
        phase: .loaded,
        effects: [
          .writeStar(StarWrite(try repository(7), isStarred: true), after: .zero),
          .remember("swift"),
        ]
      ),
      Case(
        testDescription: "a shown detail follows the selection",
        before: [typed, rested, answered, .action(.showDetail(true))],
        event: .action(.move(1)),
        phase: .loaded,
        effects: [.look(try repository(2))]
      ),
    ]
  }

  @Test func `a clock that is set back makes no one wait for what it said before`() throws {
    let spent = BudgetReading(limit: 30, remaining: 0, resumesAt: epoch + 9, isFullAt: epoch + 60)
    var state = SearchState()
    _ = SearchReducer.reduce(&state, .budgetRead(spent), now: epoch)

    let input = QueryInput("swift", .whole)
    let effects = SearchReducer.reduce(&state, .edited(input), now: epoch - 3_600)

    #expect(effects.last == .search(try Self.plan(1, "swift")))
    #expect(state.phase == .resting)
    #expect(state.budget.secondsLeft == nil)
  }

  @Test(arguments: try cases())
  func `takes in an event`(_ row: Case) {
    var state = SearchState()
    for event in row.before { _ = SearchReducer.reduce(&state, event, now: epoch) }

    let effects = SearchReducer.reduce(&state, row.event, now: epoch)

    #expect(effects == row.effects)
    #expect(state.phase == row.phase)
  }
}
