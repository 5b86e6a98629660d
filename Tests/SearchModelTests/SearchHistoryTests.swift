import SearchModel
import Testing

/// The conditions under which queries are remembered.
@Suite struct SearchHistoryTests {
  @Test func `remembers a useful query once`() throws {
    let harness = SearchHarness(history: ["older"])
    #expect(harness.state.history == ["older"])
    harness.load("swift", try repositories(1...3))
    #expect(harness.remembered.count == 0)

    harness.act(.use)
    harness.act(.submit)
    harness.toggleStar()

    #expect(harness.remembered.inputs == ["swift"])
    #expect(harness.state.history == ["swift", "older"])
  }

  @Test func `does not remember a pasted token`() {
    let harness = SearchHarness()

    harness.paste("ghp_" + String(repeating: "0123456789", count: 4))
    harness.act(.submit)

    #expect(harness.remembered.count == 0)
    #expect(harness.state.history == [])
  }
}
