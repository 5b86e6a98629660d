import Foundation
import GitHubModel
import Reactive
import ReactiveTesting
import SearchModel
import Testing

/// Requirements 14 and 15: nothing is waited for, and nothing wakes without need.
@Suite struct TimeTests {
  @Test func `the text is there before any port answers`() {
    let desk = Desk()

    for count in 1...200 { desk.model.query.send(QueryInput(String(repeating: "x", count: count))) }

    #expect(desk.state.text.count == 200)
  }

  @Test func `an answer is late after 200 ms`() throws {
    let desk = Desk()
    desk.paste("swift")

    desk.wait(199)
    #expect(desk.state.phase == .searching(isLate: false))
    desk.wait(1)
    #expect(desk.state.phase == .searching(isLate: true))

    desk.answer(try repositories(1...3))
    #expect(desk.state.phase == .loaded)
  }

  @Test func `nothing is scheduled when nothing goes on`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))

    desk.wait(120_000)

    #expect(desk.clock.pendingCount == 0)
    #expect(desk.state.nextWake == nil)
  }

  @Test func `a burst of keys leaves one timer, not one for each`() {
    let desk = Desk()

    desk.type(String(repeating: "swift ", count: 30), every: 10)

    #expect(desk.clock.pendingCount == 1)
  }

  @Test func `an idle search wakes once, when its budget is full`() throws {
    let desk = Desk()
    for text in ["swift", "kotlin", "rust"] {
      desk.load(text, try repositories(1...3))
      desk.wait(1_000)
    }

    #expect(desk.state.nextWake?.date == epoch + 62)
  }
}
