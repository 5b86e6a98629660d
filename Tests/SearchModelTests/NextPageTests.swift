import GitHubModel
import SearchModel
import Testing

/// The next page, and the end of the list.
@Suite struct NextPageTests {
  private func loaded(_ ids: ClosedRange<Int64>, total: Int) throws -> SearchHarness {
    let harness = SearchHarness()
    harness.load("swift", try repositories(ids), total: total)
    return harness
  }

  @Test func `requests the next page once`() throws {
    let harness = try loaded(1...50, total: 120)

    for _ in 0..<5 { harness.act(.loadMore) }
    #expect(harness.searches.inputs.map(\.page) == [1, 2])

    harness.answer(try repositories(51...100), total: 120)
    #expect(harness.state.rows.count == 100)
    #expect(harness.searches.count == 2)
  }

  @Test(arguments: [(0, PagingState.end), (100, .end), (101, .more(2)), (12_345, .more(2))])
  func `ends at the number of matches that GitHub reports`(total: Int, expected: PagingState) throws
  {
    let harness = try loaded(1...50, total: total)

    #expect(harness.state.paging == expected)
  }

  @Test func `requests no more than a thousand results`() throws {
    let harness = SearchHarness()
    harness.paste("swift")
    for page in 1...10 {
      harness.wait(3_000)
      let first = Int64(page) * 100 - 99
      harness.answer(try repositories(first...(first + 99)), total: 12_345)
      harness.act(.loadMore)
    }

    #expect(harness.searches.inputs.map(\.page) == Array(1...10))
    #expect(harness.state.rows.count == 1_000)
    #expect(harness.state.paging == .end)
    #expect(harness.state.total?.isCutOff == true)
  }

  @Test func `an empty page is the end`() throws {
    let harness = try loaded(1...50, total: 120)
    harness.act(.loadMore)

    harness.answer([], total: 120)

    #expect(harness.state.paging == .end)
  }

  @Test func `an incomplete page makes the whole result incomplete`() throws {
    let harness = SearchHarness()
    harness.paste("swift")
    harness.answer(.success(page(try repositories(1...50), total: 120, isIncomplete: true)))
    harness.act(.loadMore)

    harness.answer(try repositories(51...100), total: 120)

    #expect(harness.state.total == ResultTotal(count: 120, isIncomplete: true))
  }
}
