import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct TextMatchTests {
  private func word(_ text: String, _ start: Int, _ end: Int) -> MatchedWord {
    MatchedWord(text: text, indices: [start, end])
  }

  @Test(
    arguments: [
      ("a swift b", "swift", 2, 7, 2..<7), ("é swift", "swift", 2, 7, 3..<8),
      // As code points, as UTF-16 and as characters.
      ("👨‍👩‍👧 go", "go", 6, 8, 19..<21), ("👨‍👩‍👧 go", "go", 9, 11, 19..<21),
      ("👨‍👩‍👧 go", "go", 2, 4, 19..<21),
    ] as [(String, String, Int, Int, Range<Int>)]
  )
  func `finds the word by code points, UTF-16 or characters`(
    _ fragment: String,
    _ text: String,
    _ start: Int,
    _ end: Int,
    _ expected: Range<Int>
  ) {
    #expect(word(text, start, end).range(in: fragment) == expected)
  }

  @Test(arguments: [(0, 0), (-1, 2), (2, 1), (0, 5), (90, 95), (Int.min, Int.max), (1, Int.max)])
  func `ignores indices that do not match the word`(_ start: Int, _ end: Int) {
    #expect(word("swift", start, end).range(in: "a swift b") == nil)
  }

  @Test func `keeps rows whose matches are invalid`() async throws {
    let item = """
      {"id":1,"full_name":"o/swift","owner":{"login":"o"},"html_url":"https://github.com/o/swift",\
      "text_matches":[{"property":"name","fragment":"swift","matches":[{"text":"swift",\
      "indices":[0,5]},{"text":"x","indices":"?"}]},{"property":"readme","fragment":"","matches":[]},7]}
      """
    let transport = StubTransport(
      .init(
        .get,
        "/search/repositories?q=x&per_page=30",
        body: #"{"total_count":1,"items":[\#(item)]}"#
      )
    )

    var pages = client(transport).search(.x, limit: 30, findsMatches: true).makeAsyncIterator()
    let page = try await pages.next()?.value

    #expect(page?.repositories.count == 1)
    #expect(
      page?.matches[1] == [TextMatch(property: .name, fragment: "swift", ranges: [0..<5])]
    )
    #expect(
      transport.requests.first?.headerFields[.accept]
        == "application/vnd.github.text-match+json"
    )
  }
}
