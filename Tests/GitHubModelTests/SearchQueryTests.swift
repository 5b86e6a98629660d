import Testing

@testable import GitHubModel

@Suite struct SearchQueryTests {
  @Test func `keeps the text as typed and puts qualifiers behind it`() throws {
    let query = try SearchQuery(
      text: "  http \"exact words\" -language:go",
      qualifiers: [Qualifier(.language, "c++"), Qualifier(.topic, "cli")].compactMap(\.self)
    )

    #expect(query.q == "  http \"exact words\" -language:go language:c++ topic:cli")
  }

  @Test func `needs no text beside a qualifier`() throws {
    let range = try #require(NumberRange(">9"))

    #expect(try SearchQuery(text: " ", qualifiers: [Qualifier(.stars, range)]).q == "stars:>9")
  }

  @Test(arguments: ["", "   ", "\t\n"])
  func `refuses to search for nothing`(_ text: String) {
    #expect(throws: InvalidQuery.empty) { try SearchQuery(text: text) }
  }

  @Test func `counts characters without operators and qualifiers`() throws {
    let longest = String(repeating: "é", count: 256)

    _ = try SearchQuery(text: longest)
    _ = try SearchQuery(text: "\(longest) language:swift -topic:\"a b c\" OR")

    #expect(throws: InvalidQuery.tooLong(257)) { try SearchQuery(text: longest + "x") }
    #expect(throws: InvalidQuery.tooLong(260)) { try SearchQuery(text: "\(longest) x:y") }
  }

  @Test func `takes five operators and no more`() throws {
    _ = try SearchQuery(text: "a OR b AND c NOT d OR e OR f or and not")

    #expect(throws: InvalidQuery.tooManyOperators(6)) {
      try SearchQuery(text: "a OR b OR c OR d OR e OR f OR g")
    }
  }

  @Test func `does not count an operator inside of quotes`() throws {
    _ = try SearchQuery(text: "\"a OR b OR c OR d OR e OR f OR g\"")
  }
}

@Suite struct QualifierTests {
  @Test(arguments: [
    ("swift", "language:swift"), ("c++", "language:c++"), ("c#", "language:c#"),
    ("jupyter notebook", "language:\"jupyter notebook\""), ("a:b", "language:\"a:b\""),
    ("日本", "language:日本"),
  ])
  func `quotes a value where it must`(_ value: String, _ text: String) {
    #expect(Qualifier(.language, value)?.text == text)
  }

  @Test(arguments: ["", "  ", "a\"b", "a\nb", "a\u{1B}b"])
  func `refuses a value that no quoting carries`(_ value: String) {
    #expect(Qualifier(.language, value) == nil)
  }

  @Test func `negates`() {
    #expect(Qualifier(.topic, "cli", isNegated: true)?.text == "-topic:cli")
  }
}

@Suite struct NumberRangeTests {
  @Test(arguments: ["0", "10", ">10", ">=10", "<10", "<=10", "10..20", "10..10", "10..*", "*..10"])
  func `takes GitHub's notations`(_ text: String) {
    #expect(NumberRange(text)?.text == text)
  }

  @Test(arguments: [
    "", "-1", "+1", "1e3", "1,000", "1 000", ">", ">=", "=1", ">-1", "> 1", "20..10", "..", "*..*",
    "..10", "10..", "1...2", "1..2..3", "ten", "99999999999999999999", "１",
  ])
  func `refuses what GitHub would misread`(_ text: String) {
    #expect(NumberRange(text) == nil)
  }
}

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("abc-._~09", "abc-._~09"), ("c++", "c%2B%2B"),
    ("a b&c=d#e%f/g?h", "a%20b%26c%3Dd%23e%25f%2Fg%3Fh"),
    ("日本", "%E6%97%A5%E6%9C%AC"), ("\r\n\0", "%0D%0A%00"), ("", ""),
  ])
  func `leaves RFC 3986's unreserved bytes alone and no others`(_ text: String, _ encoded: String) {
    #expect(text.percentEncoded == encoded)
  }
}
