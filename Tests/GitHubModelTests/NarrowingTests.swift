import GitHubModel
import Testing

@Suite struct NarrowingTests {
  @Test(arguments: [
    ("cats", SearchQuery.QualifierUse.absent), ("cats stars:>5", .plain(value: ">5")),
    ("STARS:5..9 cats", .plain(value: "5..9")), ("cats -stars:5", .entangled),
    ("stars:1 stars:2", .entangled), ("cats OR stars:5", .entangled),
    ("NOT stars:5 cats", .entangled), ("stars:\"5\"", .entangled),
    ("\"a stars:5 b\"", .absent), ("mystars:5", .absent), ("stars:", .plain(value: "")),
  ])
  func `tells how a qualifier stands in a query`(
    _ text: String,
    _ expected: SearchQuery.QualifierUse
  ) throws {
    #expect(try SearchQuery(text: text).use(of: .stars) == expected)
  }

  @Test func `counts the qualifiers of flags as well`() throws {
    let range = try #require(NumberRange("1..5"))
    let query = try SearchQuery(text: "cats", qualifiers: [Qualifier(.stars, range)])
    let both = try SearchQuery(text: "stars:9", qualifiers: [Qualifier(.stars, range)])

    #expect(query.use(of: .stars) == .plain(value: "1..5"))
    #expect(both.use(of: .stars) == .entangled)
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

@Suite struct QueryRangeTests {
  @Test(
    arguments: [
      ("5", 5, 5), (">5", 6, nil), (">=5", 5, nil), ("<5", 0, 4), ("<=5", 0, 5), ("2..5", 2, 5),
      ("2..*", 2, nil), ("*..5", 0, 5), (">0", 1, nil),
    ] as [(String, Int, Int?)]
  )
  func `reads counts`(_ text: String, _ low: Int, _ high: Int?) {
    #expect(QueryRange(counts: text) == QueryRange(low: low, high: high))
  }

  @Test(arguments: [
    "", "x", "-5", "5..2", "..", "*..*", "5..", "<0", "1..2..3", ">9223372036854775807",
    "99999999999999999999", ">>5", "1e3",
  ])
  func `refuses what is no range, or has nothing in it`(_ text: String) {
    #expect(QueryRange(counts: text) == nil)
  }

  @Test(
    arguments: [
      ("1970-01-02", 86_400, 172_799), (">=1970-01-02", 86_400, nil), (">1970-01-02", 172_800, nil),
      ("<1970-01-02", 0, 86_399), ("1970-01-01..1970-01-02", 0, 172_799),
      ("1970-01-01T00:00:05Z..1970-01-01T00:00:09Z", 5, 9),
      ("1970-01-01T01:00:00+01:00..*", 0, nil),
    ] as [(String, Int, Int?)]
  )
  func `reads times, a day with all its seconds`(_ text: String, _ low: Int, _ high: Int?) {
    #expect(QueryRange(times: text) == QueryRange(low: low, high: high))
  }

  @Test(arguments: ["2024", "2024-02-30", "2024-02", "yesterday", "", "2024-01-02..2024-01-01"])
  func `refuses what is no time`(_ text: String) {
    #expect(QueryRange(times: text) == nil)
  }
}

@Suite struct TimestampTests {
  @Test(arguments: [
    ("2015-10-23T21:15:07Z", 1_445_634_907), ("1970-01-01T00:00:00.999Z", 0),
    ("1970-01-01T02:00:00+02:00", 0), ("1969-12-31T19:00:00-05:00", 0),
    ("2024-02-29T00:00:00Z", 1_709_164_800),
  ])
  func `reads what GitHub writes`(_ text: String, _ seconds: Int) {
    #expect(Timestamp.seconds(text) == seconds)
  }

  @Test(arguments: [
    "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01", "",
    "2024-01-01T00:00:00", "2024-1-1T00:00:00Z", "2024-01-01T00:00:00.Z", "T", "2024-01-01TZ",
    "2024-01-01T00:00:00+2", "+024-01-01T00:00:00Z", "2024-01-01T00:00:00Zx",
  ])
  func `refuses what is none`(_ text: String) {
    #expect(Timestamp.seconds(text) == nil)
  }
}
