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
  func `completes the word before the cursor as far as all choices agree`(
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
  func `leaves an unknown word as it is`(text: String) {
    #expect(Self.completion(text) == nil)
  }
}
