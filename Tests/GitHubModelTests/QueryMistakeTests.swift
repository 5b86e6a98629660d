import GitHubModel
import Testing

/// Typos in queries, and the suggested corrections.
@Suite struct QueryMistakeTests {
  @Test(arguments: [
    ("http lang:", "http language:", "unknown qualifier lang:; did you mean language:?"),
    (
      "http langauge:go x", "http language:go x",
      "unknown qualifier langauge:; did you mean language:?"
    ),
    ("-langauge:go", "-language:go", "unknown qualifier langauge:; did you mean language:?"),
    ("language:swfit nio", "language:Swift nio", "unknown language swfit; did you mean Swift?"),
    (
      "language:\"comon lisp\" x", "language:\"Common Lisp\" x",
      "unknown language comon lisp; did you mean Common Lisp?"
    ),
  ])
  func `corrects a misspelled name in place`(
    text: String,
    corrected: String,
    sentence: String
  ) {
    let mistake = QueryMistake.first(whileTyping: text)
    #expect(mistake?.corrected == corrected)
    #expect(mistake?.sentence == sentence)
  }

  @Test(arguments: [
    ("stars:>abc", "stars: \"abc\" in \">abc\" is not a whole number"),
    ("pushed:yestreday x", "pushed: \"yestreday\" is not a date"),
    ("pushed:1m x", "pushed: \"1m\" is not a date"),
    ("created:>2026-1 x", "created: \"2026-1\" in \">2026-1\" is not a date"),
  ])
  func `names an unreadable range`(text: String, sentence: String) {
    #expect(QueryMistake.first(whileTyping: text) == QueryMistake.first(whileTyping: text))
    #expect(QueryMistake.first(whileTyping: text)?.sentence == sentence)
    #expect(QueryMistake.first(whileTyping: text)?.corrected == nil)
  }

  @Test(arguments: [
    "", "swift http", "language:swift", "language:", "stars:", "stars:>", "stars:>10",
    "pushed:>2026-0",
    "pushed:>2026-01-0", "pushed:1m", "pushed:yest", "pushed:1y x", "stars:>1k x",
    "https://github.com", "std::vector", "\"lang: x\"", "-language:swfit",
    "topic:langauge", "language:c++",
  ])
  func `accepts correct, unknown and unfinished qualifiers`(text: String) {
    #expect(QueryMistake.first(whileTyping: text) == nil)
  }
}
