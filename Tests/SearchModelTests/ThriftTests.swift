import GitHubModel
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
    desk.act(.submit)
    desk.wait(5_000)

    #expect(desk.searches.count == 1)
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
