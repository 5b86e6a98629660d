import GitHubModel
import SearchModel
import Testing

/// Requirement 19: a fault is a banner over rows that stay.
@Suite struct FaultTests {
  @Test(arguments: [
    (SearchFailure.offline("no route"), true), (.badAnswer("502"), true), (.cancelled, true),
    (.validation("no such user"), false), (.forbidden("policy"), false),
  ])
  func `old rows stay, and what can be attempted again says so`(
    failure: SearchFailure,
    canRetry: Bool
  ) throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...3))
    desk.paste("kotlin")

    desk.answer(.failure(failure))

    #expect(desk.state.phase == .failed)
    #expect(desk.state.rows.map(\.id) == [1, 2, 3])
    #expect(desk.state.banner == Banner(.search, failure, canRetry: canRetry))
  }

  @Test func `a retry searches at once and clears the banner`() throws {
    let desk = Desk()
    desk.paste("swift")
    desk.answer(.failure(.offline("no route")))

    desk.act(.retry)
    #expect(desk.state.banner == nil)
    desk.answer(try repositories(1...3))

    #expect(desk.state.phase == .loaded)
    #expect(desk.searches.count == 2)
  }

  @Test func `the same text entered again is a retry`() throws {
    let desk = Desk()
    desk.paste("swift")
    desk.answer(.failure(.offline("no route")))

    desk.edit("swift")
    #expect(desk.searches.count == 1)
    desk.load("swift", try repositories(1...3))
    desk.paste("swift")

    #expect(desk.searches.count == 2)
    #expect(desk.state.phase == .loaded)
  }

  @Test func `without a banner, or with a final one, a retry does nothing`() {
    let desk = Desk()
    desk.act(.retry)
    desk.paste("user:nobody-at-all")
    desk.answer(.failure(.validation("no such user")))

    desk.act(.retry)

    #expect(desk.searches.count == 1)
    #expect(desk.state.banner != nil)
  }

  @Test func `the search outlives a fault`() throws {
    let desk = Desk()
    desk.paste("swift")
    desk.answer(.failure(.badAnswer("not JSON")))

    desk.load("kotlin", try repositories(1...3))

    #expect(desk.state.rows.count == 3)
    #expect(desk.state.banner == nil)
  }

  @Test func `a refused token is said, and the search goes on without`() throws {
    let desk = Desk()
    desk.paste("swift")

    desk.answer(.failure(.tokenRefused))
    #expect(desk.state.access == .anonymous)
    #expect(desk.state.banner == Banner(.search, .tokenRefused, canRetry: false))
    #expect(desk.searches.inputs.map(\.access) == [.signedIn, .anonymous])

    desk.answer(try repositories(1...3))
    #expect(desk.state.phase == .loaded)
    #expect(desk.state.banner?.failure == .tokenRefused)
    desk.act(.dismissBanner)
    desk.paste("kotlin")
    #expect(desk.searches.inputs.last?.access == .anonymous)
    #expect(desk.state.banner == nil)
  }

  @Test func `refused without a token, it is a fault like others`() {
    let desk = Desk()
    desk.paste("swift")
    desk.answer(.failure(.tokenRefused))

    desk.answer(.failure(.tokenRefused))

    #expect(desk.state.phase == .failed)
    #expect(desk.searches.count == 2)
  }

  @Test func `a page goes on without a token as well`() throws {
    let desk = Desk()
    desk.load("swift", try repositories(1...50), total: 100)
    desk.act(.loadMore)

    desk.answer(.failure(.tokenRefused))
    desk.answer(try repositories(51...100), total: 100)

    #expect(desk.state.rows.count == 100)
    #expect(desk.searches.inputs.map(\.page) == [1, 2, 2])
  }
}
