import GitHubModel
import SearchModel
import SearchUITesting
import Terminal
import Testing

@testable import SearchUI

/// Completion of qualifiers with Tab.
@Suite struct QualifierWordsTests {
  private static func completion(_ text: String) -> Completion? {
    Completion(of: text) { word, _ in QualifierWords.candidates(word, QualifierWords.Seen([])) }
  }

  @Test(arguments: [
    ("nio lang", "nio language:", []),
    ("-lang", "-language:", []),
    ("language:swi", "language:Swift", []),
    ("language:common", "language:\"Common Lisp\"", []),
    ("license:bsd", "license:bsd-", ["license:bsd-2-clause", "license:bsd-3-clause"]),
    ("archived:", "archived:", ["archived:true", "archived:false"]),
  ])
  func `completes the common prefix at the cursor`(
    text: String,
    completed: String,
    choices: [String]
  ) throws {
    let completion = try #require(Self.completion(text))

    let start = Completion.startOfWord(text)

    #expect(text[..<start] + completion.replacement == completed)
    #expect(completion.choices == choices)
  }

  @Test(arguments: ["xyzzy", "xyzzy:a", ":st", " :st"])
  func `keeps an unknown word`(text: String) {
    #expect(Self.completion(text) == nil)
  }

  // MARK: The menu

  /// The first values in the menu.
  private func offered(_ harness: ScreenHarness, _ count: Int) -> [String] {
    (harness.screen.menu?.entries(in: harness.search) ?? []).prefix(count).map {
      if case .completion(let value) = $0 { value } else { "" }
    }
  }

  @Test
  func `Tab offers a qualifier's values, filtered while typing, and Enter inserts one`()
    throws
  {
    var harness = ScreenHarness(80, 24)
    harness.type("nio language:")
    try harness.press("Tab")
    #expect(harness.text.contains("language: ❯ "))
    harness.type("li")
    #expect(offered(harness, 3) == ["Liquid", "Kotlin", "\"Common Lisp\""])
    harness.type("sp")
    try harness.press("Enter")
    #expect(harness.search.text == "nio language:\"Common Lisp\"")
    #expect(harness.screen.focus == .list && harness.search.marked.isEmpty)
  }

  @Test func `the most used values come first`() throws {
    func values(_ text: String, _ history: [String], _ rows: [Repository] = []) throws -> [String] {
      var harness = ScreenHarness(80, 24, history: history)
      if !rows.isEmpty { try harness.load("x", rows) }
      harness.type(text)
      try harness.press("Tab")
      return offered(harness, 2)
    }
    #expect(try values("language:", []) == ["Python", "JavaScript"])
    let searches = ["a language:zig", "b language:Zig", "c language:Go", "zig license:mit"]
    #expect(try values("language:", searches) == ["Zig", "Go"])
    #expect(try values("license:", searches) == ["mit", "agpl-3.0"])
    #expect(try values(" language:", [], Catalog.repositories(10)) == ["Swift", "C"])
  }

  @Test(arguments: [("Tab", "Java"), ("↓", "Java"), ("Shift-Tab", "Jinja")])
  func `Tab cycles through the values`(key: String, value: String) throws {
    var harness = ScreenHarness(80, 24)
    harness.type("language:ja")
    try harness.press("Tab", key, "Enter")
    #expect(harness.search.text == "language:\(value)")
    harness.type(" language:ja")
    try harness.press("Tab", "Esc")
    #expect(harness.search.text == "language:\(value) language:ja")
    #expect(harness.search.marked.isEmpty)
  }
}
