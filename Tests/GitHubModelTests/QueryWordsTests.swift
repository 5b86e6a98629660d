import GitHubModel
import Testing

@Suite struct QueryWordsTests {
  @Test func `tells texts, qualifiers and operators apart`() {
    let words = QueryWords("swift \"event loop\" -language:\"C sharp\" NOT stars:>10 c:d")

    #expect(
      words.terms == [
        .text("swift"), .text("event loop"),
        .qualifier(name: "language", value: "C sharp", isNegated: true), .logic("NOT"),
        .qualifier(name: "stars", value: ">10", isNegated: false), .text("c:d"),
      ]
    )
  }

  @Test(arguments: [
    ("10", [10]), (">10", [11, 12]), (">=10", [10, 11, 12]), ("<10", [8, 9]), ("<=10", [8, 9, 10]),
    ("9..11", [9, 10, 11]), ("10..*", [10, 11, 12]), ("*..10", [8, 9, 10]),
  ])
  func `a range contains what it says`(text: String, expected: [Int]) throws {
    let range = try #require(NumberRange(text))

    #expect((8...12).filter(range.contains) == expected)
  }
}
