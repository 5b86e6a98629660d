import Testing

@testable import GitHubModel

@Suite struct QueryLadderTests {
  @Test(arguments: [
    (
      "a good http server library for swift",
      ["http server library language:swift", "http server language:swift"]
    ),
    ("something written in go to sync photos", ["sync photos language:go"]),
    (
      "how do I back up photos to my own server?",
      ["back photos server", "photos server"]
    ),
    ("parser for processing less text", ["parser processing less text", "parser processing"]),
    (
      "dark theme editor plugin stars:>10",
      ["dark theme editor stars:>10", "theme editor stars:>10"]
    ),
    (
      "image cache in swift language:kotlin",
      ["image cache swift language:kotlin", "image cache language:kotlin"]
    ),
  ])
  func `tries a sentence with fewer and fewer words`(_ text: String, _ tried: [String]) throws {
    let ladder = try #require(QueryLadder(text))

    #expect(ladder.texts() == tried)
  }

  @Test func `keeps the rarest words, or the longest without counts`() throws {
    let ladder = try #require(QueryLadder("offline photo backup server"))

    #expect(ladder.wordCount == 4)
    #expect(ladder.texts() == ["offline backup"])
    let counts = ["offline": 90, "photo": 2, "backup": 80, "server": 1]
    #expect(ladder.texts(counts) == ["photo server"])
  }

  @Test(arguments: [
    "photo backup", "\"photo backup\" for home", "photo OR backup server",
    "photo NOT backup server",
    "(photo backup) server", "photo backup -server", "photo backup lang:go", "how do I do this", "",
  ])
  func `does not relax a query that is short or has operators`(_ text: String) {
    #expect(QueryLadder(text)?.texts() ?? [] == [])
  }

  @Test func `does not repeat a language named by a flag`() throws {
    let language = try #require(Qualifier(.language, "rust"))
    let ladder = try #require(QueryLadder("an http server in swift", beside: [language]))

    #expect(ladder.texts() == ["http server swift", "server swift"])
  }

  @Test func `the word tables are small and disjoint`() {
    let (common, generic) = (QuestionWords.common, QuestionWords.generic)

    #expect((100...150).contains(common.count))
    #expect((20...40).contains(generic.count))
    #expect((30...40).contains(Set(QueryLadder.languages.values).count))
    #expect(common.isDisjoint(with: generic))
    #expect(common.union(generic).isDisjoint(with: QueryLadder.languages.keys))
  }
}
