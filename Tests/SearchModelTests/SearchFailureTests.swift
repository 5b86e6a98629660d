import GitHubModel
import SearchModel
import Testing

/// A failure is a banner above the remaining rows.
@Suite struct SearchFailureTests {
  @Test(arguments: [
    (FailureKind.unreachable, true), (.badResponse, true), (.canceled, true),
    (.invalidRequest, false), (.forbidden, false),
  ])
  func `keeps matching rows, and the banner says what can be retried`(
    kind: FailureKind,
    canRetry: Bool
  ) throws {
    let failure = SearchFailure(kind, "policy")
    let harness = SearchHarness()
    harness.load("swift", try (1...3).map { try repository($0, "owner/kotlin-\($0)") })
    harness.paste("kotlin")

    harness.answer(.failure(failure))

    #expect(harness.state.phase == .failed)
    #expect(harness.state.rows.map(\.id) == [1, 2, 3])
    #expect(harness.state.banner == Banner(.search, failure))
    #expect(harness.state.banner?.canRetry == canRetry)
  }

  @Test func `a retry searches immediately and clears the banner`() throws {
    let harness = SearchHarness()
    harness.paste("swift")
    harness.answer(.failure(SearchFailure(.unreachable, "no route")))

    harness.act(.retry)
    #expect(harness.state.banner == nil)
    harness.answer(try repositories(1...3))

    #expect(harness.state.phase == .loaded)
    #expect(harness.searches.count == 2)
  }

  @Test func `submitting the same text is a retry`() throws {
    let harness = SearchHarness()
    harness.paste("swift")
    harness.answer(.failure(SearchFailure(.unreachable, "no route")))

    harness.edit("swift")
    #expect(harness.searches.count == 1)
    harness.load("swift", try repositories(1...3))
    harness.paste("swift")

    #expect(harness.searches.count == 2)
    #expect(harness.state.phase == .loaded)
  }

  @Test func `Enter retries immediately, and another query clears the failure`() throws {
    let harness = SearchHarness()
    harness.paste("swift")
    harness.answer(.failure(SearchFailure(.unreachable, "no route")))
    harness.act(.submit)
    #expect(harness.searches.count == 2)

    harness.answer(.failure(SearchFailure(.unreachable, "no route")))
    harness.paste("kotlin")
    #expect(harness.state.banner == nil)
    harness.answer(try repositories(1...3))
    harness.wait(60_000)

    #expect(harness.searches.inputs.map(\.query.text) == ["swift", "swift", "kotlin"])
  }

  @Test(arguments: [FailureKind.invalidRequest, .unreachable])
  func `does not retry a failed search by itself, since the client has`(kind: FailureKind) {
    let harness = SearchHarness()
    harness.paste("user:nobody-at-all")
    harness.answer(.failure(SearchFailure(kind, "no such user")))
    harness.wait(60_000)

    #expect(harness.searches.count == 1)
  }

  @Test func `a retry does nothing without a banner or with a final one`() {
    let harness = SearchHarness()
    harness.act(.retry)
    harness.paste("user:nobody-at-all")
    harness.answer(.failure(SearchFailure(.invalidRequest, "no such user")))

    harness.act(.retry)

    #expect(harness.searches.count == 1)
    #expect(harness.state.banner != nil)
  }

  @Test func `retries a rejected token after a minute, or by a refresh`() throws {
    for isRefreshed in [true, false] {
      let harness = SearchHarness()
      harness.paste("swift")
      harness.answer(.failure(SearchFailure(.tokenRejected)))
      harness.answer(try repositories(1...3))
      harness.wait(30_000)
      harness.load("kotlin", try repositories(4...6))
      #expect(harness.searches.inputs.map(\.access) == [.signedIn, .anonymous, .anonymous])

      if isRefreshed {
        harness.act(.refresh)
      } else {
        harness.wait(30_000)
        harness.paste("rust")
      }

      #expect(harness.searches.inputs.last?.access == .signedIn)
      #expect(harness.state.access == .signedIn)
    }
  }

  @Test func `the search continues after a failure`() throws {
    let harness = SearchHarness()
    harness.paste("swift")
    harness.answer(.failure(SearchFailure(.badResponse, "not JSON")))

    harness.load("kotlin", try repositories(1...3))

    #expect(harness.state.rows.count == 3)
    #expect(harness.state.banner == nil)
  }

  @Test func `shows a rejected token, and continues without it`() throws {
    let harness = SearchHarness()
    harness.paste("swift")

    harness.answer(.failure(SearchFailure(.tokenRejected)))
    #expect(harness.state.access == .anonymous)
    #expect(harness.state.banner == Banner(.search, SearchFailure(.tokenRejected)))
    #expect(harness.state.banner?.canRetry == false)
    #expect(harness.searches.inputs.map(\.access) == [.signedIn, .anonymous])

    harness.answer(try repositories(1...3))
    #expect(harness.state.phase == .loaded)
    #expect(harness.state.banner?.failure.kind == .tokenRejected)
    harness.act(.dismissBanner)
    harness.paste("kotlin")
    #expect(harness.searches.inputs.last?.access == .anonymous)
    #expect(harness.state.banner == nil)
  }

  @Test func `a rejection without a token is an ordinary failure`() {
    let harness = SearchHarness()
    harness.paste("swift")
    harness.answer(.failure(SearchFailure(.tokenRejected)))

    harness.answer(.failure(SearchFailure(.tokenRejected)))

    #expect(harness.state.phase == .failed)
    #expect(harness.searches.count == 2)
  }

  @Test func `a page that needs another token starts over`() throws {
    let harness = SearchHarness()
    harness.load("swift", try repositories(1...100), total: 150)
    harness.act(.loadMore)

    harness.answer(.failure(SearchFailure(.tokenRejected)))
    harness.answer(try repositories(1...100), total: 150)

    #expect(harness.state.rows.count == 100)
    #expect(harness.searches.inputs.map(\.page) == [1, 2, 1])
    #expect(harness.searches.inputs.map(\.access) == [.signedIn, .signedIn, .anonymous])
    harness.act(.loadMore)
    harness.answer(try repositories(101...150), total: 150)
    #expect(harness.state.paging == .end)
  }
}
