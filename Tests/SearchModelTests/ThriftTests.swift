import GitHubModel
import Locking
import Reactive
import SearchModel
import Testing

/// Requirement 7: how many requests typing costs.
@Suite struct ThriftTests {
  @Test func `typing twenty characters costs one request, for the last of them`() {
    let desk = Desk()

    desk.type("swift argument parse")
    desk.wait(2_000)

    #expect(desk.searches.inputs.map(\.query.text) == ["swift argument parse"])
  }

  @Test(arguments: [1, 10, 50, 100, 200, 240])
  func `however fast it is typed, a burst costs one request`(milliseconds: Int) {
    let desk = Desk()

    desk.type("swift argument parse", every: milliseconds)
    desk.wait(2_000)

    #expect(desk.searches.count == 1)
  }

  @Test func `spaces around a query are no other query`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))

    for text in ["swift ", " swift ", "swift"] { desk.edit(text) }
    desk.wait(5_000)

    #expect(desk.searches.count == 1)
    #expect(desk.state.phase == .loaded)
  }

  @Test func `a query that GitHub would refuse costs nothing`() {
    let desk = Desk()

    desk.paste(String(repeating: "x", count: 257))
    desk.wait(5_000)

    #expect(desk.searches.count == 0)
    #expect(desk.state.phase == .invalid(.tooLong(257)))
  }

  @Test func `another order is another search, and best matches have none`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))

    desk.act(.toggleOrder)
    desk.wait(5_000)
    #expect(desk.searches.count == 1)

    desk.act(.setSort(.stars))
    desk.wait(5_000)
    #expect(desk.searches.inputs.last?.query.sort == .stars)
    #expect(desk.searches.inputs.last?.query.order == .ascending)
    #expect(desk.searches.count == 2)
  }

  @Test func `refresh asks again for what is known`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))

    desk.act(.refresh)
    #expect(desk.state.rows.map(\.id) == [1, 2, 3])
    desk.answer(try repositories(2...4))

    #expect(desk.state.rows.map(\.id) == [2, 3, 4])
    #expect(desk.searches.count == 2)
  }

  @Test func `going back to an earlier query costs nothing and shows its rows at once`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))
    desk.load("swiftui", try repositories(4...5))

    desk.edit("swift")

    #expect(desk.state.phase == .loaded)
    #expect(desk.state.rows.map(\.id) == [1, 2, 3])
    desk.wait(5_000)
    #expect(desk.searches.count == 2)
  }

  @Test func `answers are kept for ten minutes`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))
    desk.load("kotlin", [])

    desk.wait(590_000)
    desk.paste("swift")
    #expect(desk.searches.count == 2)

    desk.wait(20_000)
    desk.paste("kotlin")
    #expect(desk.searches.count == 3)
  }

  @Test func `the answers used last are kept`() throws {
    let desk = Desk()
    for index in 0...64 {
      desk.load("query \(index)", [])
      desk.wait(2_100)
    }

    for index in 1...64 { desk.paste("query \(index)") }
    #expect(desk.searches.count == 65)
    desk.paste("query 0")

    #expect(desk.searches.count == 66)
  }

  @Test func `large answers push others out sooner`() throws {
    let desk = Desk()
    let large = try repository(1, description: String(repeating: "x", count: 5 << 20))
    desk.load("swift", [large])
    desk.load("kotlin", [large])

    desk.paste("swift")

    #expect(desk.searches.count == 3)
  }

  @Test func `a paste is searched for at once`() {
    let desk = Desk()

    desk.paste("swift argument parser")

    #expect(desk.searches.count == 1)
    desk.wait(5_000)
    #expect(desk.searches.count == 1)
  }

  @Test func `enter does not wait for a pause, and not twice`() {
    let desk = Desk()

    desk.edit("swift")
    desk.act(.submit)
    #expect(desk.searches.count == 1)
    desk.act(.submit)
    desk.wait(5_000)

    #expect(desk.searches.count == 1)
  }

  @Test func `enter at the very end of a pause does not search twice`() {
    let desk = Desk()
    desk.restEnded.withLock { hook in
      hook = { [model = desk.model] in model.actions.send(.submit) }
    }

    desk.paste("swift")
    desk.wait(5_000)

    #expect(desk.searches.count == 1)
    #expect(desk.state.phase == .searching(isLate: true))
  }

  @Test func `a refresh asks again, also while the same is under way`() {
    let desk = Desk()

    desk.paste("swift")
    desk.act(.refresh)

    #expect(desk.searches.count == 2)
  }

  @Test(arguments: ["", " ", "\t  "])
  func `an empty text costs nothing`(text: String) {
    let desk = Desk()

    desk.edit(text)
    desk.act(.submit)
    desk.wait(5_000)

    #expect(desk.searches.count == 0)
    #expect(desk.state.phase == .idle)
  }
}
