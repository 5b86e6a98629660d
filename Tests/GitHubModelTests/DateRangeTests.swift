import Foundation
import Testing

@testable import GitHubModel

@Suite struct DateRangeTests {
  @Test(arguments: [
    "2024-01-31", ">2024-01-31", ">=2024-01-31", "<2024-01-31", "<=2024-01-31",
    "2024-01-01..2024-01-31", "2024-01-01..*", "*..2024-01-31", "2024-02-29",
    "2024-01-31T12:00:00Z", ">=2024-01-31T12:00:00+07:00", "2024-01-31..2024-01-31T12:00:00Z",
  ])
  func `reads days and times in GitHub's notations`(_ text: String) throws {
    #expect(try ValueRange(times: text).text == text)
  }

  @Test(
    arguments: [
      ("", .missing), (">=", .missing), ("2024-01-01..", .missing), ("*..*", .unbounded),
      ("20244", .unreadable("20244")), ("2024-1-1", .unreadable("2024-1-1")),
      ("2023-02-29", .unreadable("2023-02-29")), ("> 2024-01-01", .unreadable(" 2024-01-01")),
      ("2024-01-01..2024-13-01", .unreadable("2024-13-01")),
      ("2024-01-31T12:00:00", .unreadable("2024-01-31T12:00:00")),
      ("2024-01-02..2024-01-01", .backwards(from: "2024-01-02", to: "2024-01-01")),
    ] as [(String, InvalidRange)]
  )
  func `names the wrong part`(_ text: String, _ expected: InvalidRange) {
    #expect(throws: expected) { try ValueRange(times: text) }
  }

  @Test(arguments: [
    ("2024", "2024-01-01..2024-12-31"), (">2024", ">=2025-01-01"), ("<2024-05", "<=2024-04-30"),
    ("2024-12", "2024-12-01..2024-12-31"), ("2023..2024-02", "2023-01-01..2024-02-29"),
    ("2024-01-31T23:59:59Z..2024", "2024-01-31T23:59:59Z..2024-12-31"),
    ("today", "2026-11-23"), ("yesterday", "2026-11-22"), (">=yesterday", ">=2026-11-22"),
    ("this year", "2026-01-01..2026-12-31"), ("Last Month", "2026-10-01..2026-10-31"),
    ("this week", "2026-11-23..2026-11-29"), ("last week", "2026-11-16..2026-11-22"),
    ("1y", ">=2025-11-23"), ("3mo", ">=2026-08-23"), ("10 days", nil), ("1h", nil), (">1y", nil),
    ("last decade", nil),
  ])
  func `reads years, months, durations and words, and writes them as GitHub does`(
    _ text: String,
    _ expected: String?
  ) {
    // A Monday.
    let now = Date(timeIntervalSince1970: 1_795_435_200)

    #expect((try? ValueRange(times: text, now: now))?.text == expected)
  }

  @Test(arguments: [
    ("1k", "1000"), (">1.5K", ">=1501"), ("1k..5k", "1000..5000"), ("*..2m", "<=2000000"),
    ("500..1k", "500..1000"), ("1.2345k", nil), ("k", nil), ("1.k", nil), ("1.2.3m", nil),
    ("-1k", nil), ("99999999999999999m", nil),
  ])
  func `reads thousands and millions, and writes them as GitHub does`(
    _ text: String,
    _ expected: String?
  ) {
    #expect((try? ValueRange(counts: text))?.text == expected)
  }

  @Test(arguments: [
    ("swift stars:1k pushed:1y", "swift stars:1000 pushed:>=2025-11-23"),
    (#"-created:"this year" "stars:1k""#, #"-created:2026-01-01..2026-12-31 "stars:1k""#),
    ("stars:many language:c++", "stars:many language:c++"),
  ])
  func `translates a typed query into GitHub's notation`(_ text: String, _ expected: String) throws
  {
    let now = Date(timeIntervalSince1970: 1_795_435_200)

    #expect(try SearchQuery(text: text).withRangesForGitHub(at: now).text == expected)
  }

  @Test func `a day includes all its seconds in UTC`() throws {
    let range = try ValueRange(times: "<=1970-01-02")

    #expect(range.bounds.contains(172_799))
    #expect(!range.bounds.contains(172_800))
  }
}

@Suite struct InvalidRangeTests {
  @Test(
    arguments: [
      ("", .missing), ("..", .missing), (">", .missing), ("10..", .missing), ("*..*", .unbounded),
      ("many", .unreadable("many")), ("1..2..3", .unreadable("2..3")), ("-1", .unreadable("-1")),
      ("1..x", .unreadable("x")), ("20..10", .backwards(from: "20", to: "10")),
      (">9223372036854775807", .tooLarge("9223372036854775807")),
      ("99999999999999999999", .tooLarge("99999999999999999999")),
    ] as [(String, InvalidRange)]
  )
  func `names the wrong part of a range of counts`(
    _ text: String,
    _ expected: InvalidRange
  ) {
    #expect(throws: expected) { try ValueRange(counts: text) }
  }

  @Test(arguments: [
    ("5", 5, 4), (">5", 6, 5), (">=5", 5, 4), ("<5", 4, 5), ("<=5", 5, 6), ("2..5", 2, 6),
    ("5..*", 5, 4), ("*..5", 5, 6), ("007", 7, 8),
  ])
  func `recognizes whether a value is in a range`(_ text: String, _ inside: Int, _ outside: Int)
    throws
  {
    let range = try ValueRange(counts: text)

    #expect(range.bounds.contains(inside))
    #expect(!range.bounds.contains(outside))
  }
}
