import GitHubModel
import SearchModel
import Testing

/// Requirement 16: the list goes on by itself, and says where it ends.
@Suite struct PagingTests {
  private func loaded(_ ids: ClosedRange<Int64>, total: Int) throws -> Desk {
    let desk = Desk()
    desk.load("swift", try repositories(ids), total: total)
    return desk
  }

  @Test(arguments: [
    (44..<45, 1), (40..<45, 1), (0..<45, 1), (41..<46, 2), (0..<46, 2), (0..<90, 2),
  ])
  func `the fifth row from the end calls for the next page`(
    visible: Range<Int>,
    requests: Int
  ) throws {
    let desk = try loaded(1...50, total: 120)

    desk.act(.show(visible))

    #expect(desk.searches.count == requests)
  }

  @Test func `it is asked for once`() throws {
    let desk = try loaded(1...50, total: 120)

    for last in 46...50 { desk.act(.show(0..<last)) }
    desk.act(.loadMore)
    #expect(desk.searches.inputs.map(\.page) == [1, 2])

    desk.answer(try repositories(51...100), total: 120)
    #expect(desk.state.rows.count == 100)
    #expect(desk.searches.count == 2)
  }

  @Test func `a repository that moved to the next page is shown once`() throws {
    let desk = try loaded(1...50, total: 120)
    desk.act(.loadMore)

    desk.answer(try repositories(41...90), total: 120)

    #expect(desk.state.rows.map(\.id) == Array(1...90))
  }

  @Test func `a screen taller than the page asks until it is full`() throws {
    let desk = Desk()
    desk.act(.show(0..<80))
    desk.load("swift", try repositories(1...50), total: 150)
    desk.answer(try repositories(51...100), total: 150)

    #expect(desk.searches.inputs.map(\.page) == [1, 2])
    #expect(desk.state.paging == .more(3))
  }

  @Test func `how far the last list was scrolled does not call for more of a new one`() throws {
    let desk = try loaded(1...50, total: 50)
    desk.act(.show(20..<50))

    desk.load("kotlin", try repositories(51...100), total: 120)

    #expect(desk.searches.inputs.map(\.page) == [1, 1])
    desk.act(.show(20..<50))
    #expect(desk.searches.inputs.map(\.page) == [1, 1, 2])
  }

  @Test(arguments: [(0, PagingState.end), (50, .end), (51, .more(2)), (12_345, .more(2))])
  func `the end is where GitHub's count says`(total: Int, expected: PagingState) throws {
    let desk = try loaded(1...50, total: total)

    #expect(desk.state.paging == expected)
  }

  @Test func `no more than a thousand are asked for`() throws {
    let desk = Desk()
    desk.paste("swift")
    for page in 1...20 {
      desk.wait(3_000)
      let first = Int64(page) * 50 - 49
      desk.answer(try repositories(first...(first + 49)), total: 12_345)
      desk.act(.loadMore)
    }

    #expect(desk.searches.inputs.map(\.page) == Array(1...20))
    #expect(desk.state.rows.count == 1_000)
    #expect(desk.state.paging == .end)
    #expect(desk.state.total?.isCutOff == true)
  }

  @Test func `an empty page is the end`() throws {
    let desk = try loaded(1...50, total: 120)
    desk.act(.loadMore)

    desk.answer([], total: 120)

    #expect(desk.state.paging == .end)
  }

  @Test func `an incomplete page makes the whole incomplete`() throws {
    let desk = Desk()
    desk.paste("swift")
    desk.answer(.success(answer(try repositories(1...50), total: 120, isIncomplete: true)))
    desk.act(.loadMore)

    desk.answer(try repositories(51...100), total: 120)

    #expect(desk.state.total == ResultTotal(count: 120, isIncomplete: true))
  }

  @Test func `a page that fails leaves the rows and can be had again`() throws {
    let desk = try loaded(1...50, total: 120)
    desk.act(.loadMore)

    desk.answer(.failure(.offline("reset")))
    #expect(desk.state.rows.count == 50)
    #expect(desk.state.paging == .failed(2))
    #expect(desk.state.phase == .loaded)
    #expect(desk.state.banner == Banner(.nextPage(2), .offline("reset"), canRetry: true))

    desk.act(.retry)
    desk.answer(try repositories(51...100), total: 120)
    #expect(desk.state.rows.count == 100)
    #expect(desk.state.banner == nil)
  }
}
