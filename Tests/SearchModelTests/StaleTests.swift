import GitHubModel
import SearchModel
import Testing

/// Requirement 6: nothing of an older query is shown as an answer to a newer one.
@Suite struct StaleTests {
  /// A search for "swift" under way, and "kotlin" typed after it.
  private func overtaken() -> Desk {
    let desk = Desk()
    desk.paste("swift")
    desk.edit("kotlin")
    return desk
  }

  @Test func `rows that come too late are not shown, and kept for later`() throws {
    let desk = overtaken()

    desk.answer(try repositories(1...3))
    #expect(desk.state.rows.isEmpty)
    #expect(desk.state.phase == .resting)

    desk.edit("swift")
    #expect(desk.state.rows.map(\.id) == [1, 2, 3])
    #expect(desk.searches.count == 1)
  }

  @Test func `an error that comes too late is not shown`() {
    let desk = overtaken()

    desk.answer(.failure(.offline("no route")))

    #expect(desk.state.banner == nil)
    #expect(desk.state.phase == .resting)
  }

  @Test func `an error goes with the query it belongs to`() {
    let desk = Desk()
    desk.paste("swift")
    desk.answer(.failure(.validation("no such user")))
    #expect(desk.state.banner != nil)

    desk.edit("swiftui")

    #expect(desk.state.banner == nil)
  }

  @Test func `a second page that comes too late is not shown, and kept for later`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...50), total: 100)
    desk.act(.loadMore)
    desk.edit("kotlin")
    let shown = desk.state.rows.map(\.id)

    desk.answer(try repositories(51...100), total: 100)
    #expect(desk.state.rows.map(\.id) == shown)
    #expect(desk.state.paging == .none)

    desk.edit("swift")
    #expect(desk.state.rows.count == 100)
    #expect(desk.state.paging == .end)
  }

  @Test func `an answer under way does not replace the kept one gone back to`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))
    desk.paste("kotlin")
    desk.edit("swift")

    desk.answer(try repositories(4...6))

    #expect(desk.state.rows.map(\.id) == [1, 2, 3])
    #expect(desk.searches.cancelled == [])
  }

  @Test func `going back to what is under way awaits it, and drops what rests`() throws {
    let desk = overtaken()

    desk.edit("swift")
    #expect(desk.state.phase == .searching(isLate: false))
    desk.wait(5_000)
    desk.answer(try repositories(1...3))

    #expect(desk.state.rows.map(\.id) == [1, 2, 3])
    #expect(desk.searches.inputs.map(\.query.text) == ["swift"])
  }

  @Test func `a new request cancels the one before it`() {
    let desk = overtaken()
    #expect(desk.searches.cancelled == [])

    desk.wait(250)

    #expect(desk.searches.inputs.map(\.query.text) == ["swift", "kotlin"])
    #expect(desk.searches.cancelled == [0])
  }

  @Test func `a text without words cancels what is under way`() {
    let desk = Desk()
    desk.paste("swift")

    desk.paste("")

    #expect(desk.searches.cancelled == [0])
    #expect(desk.state.phase == .idle)
  }

  @Test func `matches of the store that come too late are not shown`() throws {
    let desk = Desk()
    desk.edit("swift")
    desk.edit("kotlin")
    #expect(desk.local.cancelled == [0])

    desk.local.answer(try repositories(1...3), at: 0)

    #expect(desk.state.rows.isEmpty)
  }
}
