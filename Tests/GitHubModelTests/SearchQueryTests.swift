import Testing

@testable import GitHubModel

@Suite struct SearchQueryTests {
  @Test func `keeps the text as typed and appends qualifiers`() throws {
    let query = try SearchQuery(
      text: "  http \"exact words\" -language:go",
      qualifiers: [Qualifier(.language, "c++"), Qualifier(.topic, "cli")].compactMap(\.self)
    )

    #expect(query.q == "  http \"exact words\" -language:go language:c++ topic:cli")
  }

  @Test func `requires no text beside a qualifier`() throws {
    let range = try ValueRange(counts: ">9")

    #expect(try SearchQuery(text: " ", qualifiers: [Qualifier(.stars, range)]).q == "stars:>9")
  }

  @Test(arguments: ["", "   ", "\t\n"])
  func `rejects an empty query`(_ text: String) {
    #expect(throws: InvalidQuery.empty) { try SearchQuery(text: text) }
  }

  @Test func `counts characters without operators and qualifiers`() throws {
    let longest = String(repeating: "é", count: 256)

    _ = try SearchQuery(text: longest)
    _ = try SearchQuery(text: "\(longest) language:swift -topic:\"a b c\" OR")

    #expect(throws: InvalidQuery.tooLong(257)) { try SearchQuery(text: longest + "x") }
    #expect(throws: InvalidQuery.tooLong(260)) { try SearchQuery(text: "\(longest) x:y") }
  }

  @Test func `accepts at most five operators`() throws {
    _ = try SearchQuery(text: "a OR b AND c NOT d OR e OR f or and not")

    #expect(throws: InvalidQuery.tooManyOperators(6)) {
      try SearchQuery(text: "a OR b OR c OR d OR e OR f OR g")
    }
  }

  @Test func `does not count operators inside quotes`() throws {
    _ = try SearchQuery(text: "\"a OR b OR c OR d OR e OR f OR g\"")
  }
}

@Suite struct QualifierTests {
  @Test(arguments: [
    ("swift", "language:swift"), ("c++", "language:c++"), ("c#", "language:c#"),
    ("jupyter notebook", "language:\"jupyter notebook\""), ("a:b", "language:\"a:b\""),
    ("日本", "language:日本"),
  ])
  func `quotes a value if necessary`(_ value: String, _ text: String) {
    #expect(Qualifier(.language, value)?.text == text)
  }

  @Test(arguments: ["", "  ", "a\"b", "a\nb", "a\u{1B}b"])
  func `rejects a value that cannot be quoted`(_ value: String) {
    #expect(Qualifier(.language, value) == nil)
  }

  @Test func `negates a qualifier`() {
    #expect(Qualifier(.topic, "cli", isNegated: true)?.text == "-topic:cli")
  }
}

@Suite struct NumberRangeTests {
  @Test(arguments: ["0", "10", ">10", ">=10", "<10", "<=10", "10..20", "10..10", "10..*", "*..10"])
  func `reads GitHub's notations`(_ text: String) throws {
    #expect(try ValueRange(counts: text).text == text)
  }

  @Test(arguments: [
    "", "-1", "+1", "1e3", "1,000", "1 000", ">", ">=", "=1", ">-1", "> 1", "20..10", "..", "*..*",
    "..10", "10..", "1...2", "1..2..3", "ten", "99999999999999999999", "１",
  ])
  func `rejects values that GitHub would misread`(_ text: String) {
    #expect(throws: InvalidRange.self) { try ValueRange(counts: text) }
  }
}

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("abc-._~09", "abc-._~09"), ("c++", "c%2B%2B"),
    ("a b&c=d#e%f/g?h", "a%20b%26c%3Dd%23e%25f%2Fg%3Fh"),
    ("日本", "%E6%97%A5%E6%9C%AC"), ("\r\n\0", "%0D%0A%00"), ("", ""),
  ])
  func `percent-encodes all but RFC 3986's unreserved bytes`(_ text: String, _ encoded: String) {
    #expect(text.percentEncoded == encoded)
  }
}

@Suite struct NarrowingTests {
  @Test(arguments: [
    ("cats", SearchQuery.QualifierUse.absent), ("cats stars:>5", .plain(value: ">5")),
    ("STARS:5..9 cats", .plain(value: "5..9")), ("cats -stars:5", .notReplaceable),
    ("stars:1 stars:2", .notReplaceable), ("cats OR stars:5", .notReplaceable),
    ("NOT stars:5 cats", .notReplaceable), ("stars:\"5\"", .notReplaceable),
    ("\"a stars:5 b\"", .absent), ("mystars:5", .absent), ("stars:", .plain(value: "")),
  ])
  func `recognizes how a query uses a qualifier`(
    _ text: String,
    _ expected: SearchQuery.QualifierUse
  ) throws {
    #expect(try SearchQuery(text: text).use(of: .stars) == expected)
  }

  @Test func `counts the qualifiers of flags as well`() throws {
    let range = try ValueRange(counts: "1..5")
    let query = try SearchQuery(text: "cats", qualifiers: [Qualifier(.stars, range)])
    let both = try SearchQuery(text: "stars:9", qualifiers: [Qualifier(.stars, range)])

    #expect(query.use(of: .stars) == .plain(value: "1..5"))
    #expect(both.use(of: .stars) == .notReplaceable)
    #expect(query.limiting(.stars, to: "2..3").q == "cats stars:2..3")
  }

  @Test(arguments: [
    ("cats", "cats stars:<=7"), ("cats  dogs", "cats  dogs stars:<=7"),
    ("cats stars:>5 \"big  dogs\"", "cats \"big  dogs\" stars:<=7"), ("stars:>5", "stars:<=7"),
  ])
  func `replaces the qualifier and leaves the rest`(_ text: String, _ expected: String) throws {
    #expect(try SearchQuery(text: text).limiting(.stars, to: "<=7").q == expected)
  }

  @Test func `a time needs no quotes`() throws {
    let query = try SearchQuery(text: "x").limiting(.created, to: "2020-01-01T00:00:00Z..*")

    #expect(query.q == "x created:2020-01-01T00:00:00Z..*")
  }
}

@Suite struct BoundsTests {
  private static let all = 0...Int.max

  @Test(
    arguments: [
      ("5", 5...5), (">5", 6 ... .max), (">=5", 5 ... .max), ("<5", 0...4), ("<=5", 0...5),
      ("2..5", 2...5), ("2..*", 2 ... .max), ("*..5", 0...5), (">0", 1 ... .max), ("<0", nil),
    ] as [(String, ClosedRange<Int>?)]
  )
  func `reads counts`(_ text: String, _ expected: ClosedRange<Int>?) throws {
    #expect(try ValueRange(counts: text).limited(to: Self.all) == expected)
  }

  @Test(
    arguments: [
      ("1970-01-02", 86_400...172_799), (">=1970-01-02", 86_400 ... .max),
      (">1970-01-02", 172_800 ... .max), ("<1970-01-02", 0...86_399),
      ("1970-01-01..1970-01-02", 0...172_799),
      ("1970-01-01T00:00:05Z..1970-01-01T00:00:09Z", 5...9),
      ("1970-01-01T01:00:00+01:00..*", 0 ... .max), ("<1970-01-01", nil),
    ] as [(String, ClosedRange<Int>?)]
  )
  func `reads times, and a day with all its seconds`(
    _ text: String,
    _ expected: ClosedRange<Int>?
  ) throws {
    #expect(try ValueRange(times: text).limited(to: Self.all) == expected)
  }
}

@Suite struct TimestampTests {
  @Test(arguments: [
    ("2015-10-23T21:15:07Z", 1_445_634_907), ("1970-01-01T00:00:00.999Z", 0),
    ("1970-01-01T02:00:00+02:00", 0), ("1969-12-31T19:00:00-05:00", 0),
    ("2024-02-29T00:00:00Z", 1_709_164_800),
  ])
  func `reads timestamps as GitHub writes them`(_ text: String, _ seconds: Int) {
    #expect(Timestamp.seconds(text) == seconds)
  }

  @Test(arguments: [
    "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01", "",
    "2024-01-01T00:00:00", "2024-1-1T00:00:00Z", "2024-01-01T00:00:00.Z", "T", "2024-01-01TZ",
    "2024-01-01T00:00:00+2", "+024-01-01T00:00:00Z", "2024-01-01T00:00:00Zx",
  ])
  func `rejects any other timestamp`(_ text: String) {
    #expect(Timestamp.seconds(text) == nil)
  }
}

@Suite struct QueryWordsTests {
  @Test func `distinguishes text, qualifiers and operators`() {
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
  func `a range contains its numbers`(text: String, expected: [Int]) throws {
    let range = try ValueRange(counts: text)

    #expect((8...12).filter(range.bounds.contains) == expected)
  }
}
