import Foundation
import GitHubModel
import Locking
import Reactive
import ReactiveTesting
import SearchModel
import Testing

/// Requirement 8: what the state says, and does, while the budget is used up.
@Suite struct PostponementTests {
  private func spentBudget(_ count: Int = 30) -> SearchBudget {
    var budget = SearchBudget(for: .signedIn)
    for _ in 0..<count { _ = budget.claim(at: epoch) }
    return budget
  }

  @Test func `says so, counts down, and resumes by itself with the newest query`() {
    let desk = Desk(budget: spentBudget())
    desk.edit("swift")
    #expect(desk.state.phase == .postponed)
    #expect(desk.state.budget.secondsLeft == 60)

    var shown: [Int?] = []
    for second in 0..<59 {
      if second == 30 { desk.edit("swiftui") }
      desk.wait(1_000)
      shown.append(desk.state.budget.secondsLeft)
    }
    #expect(shown == (1...59).reversed().map { $0 })
    #expect(desk.searches.count == 0)

    desk.wait(1_000)
    #expect(desk.searches.inputs.map(\.query.text) == ["swiftui"])
    #expect(desk.state.budget.secondsLeft == nil)
    #expect(desk.state.phase == .searching(isLate: false))
  }

  @Test func `filters what is loaded meanwhile`() throws {
    let desk = Desk(budget: spentBudget(29))
    desk.load("parser", [try repository(1, "a/swift-parser"), try repository(2, "b/json-parser")])

    desk.edit("parser json")

    #expect(desk.state.phase == .postponed)
    #expect(desk.state.rows.map(\.id) == [2])
    #expect(desk.state.rows.map(\.origin) == [.local])
    desk.edit("parser")
    #expect(desk.state.rows.map(\.origin) == [.github, .github])
  }

  @Test func `somebody else may take the search that was waited for`() {
    let desk = Desk(budget: spentBudget())
    desk.edit("swift")
    desk.wait(59_000)
    let thief = desk.now + 1
    desk.budget.withLock { budget in
      for _ in 0..<30 { _ = budget.claim(at: thief) }
    }

    desk.wait(1_000)
    #expect(desk.searches.count == 0)
    #expect(desk.state.phase == .postponed)
    #expect(desk.state.budget.secondsLeft == 60)

    desk.wait(60_000)
    #expect(desk.searches.count == 1)
  }

  @Test func `two searches share one budget`() {
    let (budget, clock) = (Guarded(SearchBudget(for: .signedIn)), VirtualTimeScheduler())
    let desks = (0..<2).map { _ in Desk(sharing: budget, on: clock) }

    for index in 0..<100 {
      desks[index % 2].paste("query \(index)")
      clock.advance(by: .milliseconds(500))
    }
    #expect(desks.map(\.searches.count).reduce(0, +) == 30)
    #expect(desks.map(\.state.phase) == [.postponed, .postponed])

    clock.advance(by: .seconds(60))
    #expect(desks.map(\.searches.inputs.last?.query.text) == ["query 98", "query 99"])
  }

  @Test func `a refusal is a budget used up, and rows stay`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))
    desk.paste("swiftui")

    desk.answer(.failure(.rateLimited(until: desk.now + 42)))

    #expect(desk.state.phase == .postponed)
    #expect(desk.state.budget.secondsLeft == 42)
    #expect(desk.state.rows.count == 3)
    desk.wait(41_999)
    #expect(desk.searches.count == 2)
    desk.wait(1)
    #expect(desk.searches.count == 3)
  }

  @Test func `a page waits for the budget as well`() throws {
    let desk = Desk(budget: spentBudget(29))
    desk.load("swift", try repositories(1...50), total: 100)

    desk.act(.show(40..<50))
    #expect(desk.state.paging == .loading(2))
    #expect(desk.state.budget.secondsLeft == 60)
    #expect(desk.state.phase == .loaded)
    desk.wait(60_000)

    #expect(desk.searches.inputs.map(\.page) == [1, 2])
  }

  @Test func `enter does not get around it`() {
    let desk = Desk(budget: spentBudget())
    desk.edit("swift")

    for _ in 0..<10 { desk.act(.submit) }
    desk.paste("swift package")
    desk.wait(59_000)

    #expect(desk.searches.count == 0)
  }

  @Test func `the rest stretches as the budget shrinks`() {
    let rests = [0, 10, 15, 20, 25, 28, 29].map { count in
      let desk = Desk(budget: spentBudget(count))
      desk.edit("swift")
      var rest = 0
      while desk.searches.count == 0, rest < 10_000 {
        desk.wait(10)
        rest += 10
      }
      return rest
    }

    #expect(rests == [250, 250, 250, 380, 750, 1_880, 2_000])
  }

  @Test func `what is left is shown, and full again after a minute`() {
    let desk = Desk()
    #expect(desk.state.budget.reading?.remaining == 30)

    desk.paste("swift")
    #expect(desk.state.budget.reading?.remaining == 29)
    desk.answer([])
    desk.wait(60_000)

    #expect(desk.state.budget.reading?.remaining == 30)
  }
}
