import Testing

@testable import GitHubModel

@Suite struct DateRangeTests {
  @Test(arguments: [
    "2024-01-31", ">2024-01-31", ">=2024-01-31", "<2024-01-31", "<=2024-01-31",
    "2024-01-01..2024-01-31", "2024-01-01..*", "*..2024-01-31", "2024-02-29",
    "2024-01-31T12:00:00Z", ">=2024-01-31T12:00:00+07:00", "2024-01-31..2024-01-31T12:00:00Z",
  ])
  func `reads days and times in GitHub's notations`(_ text: String) throws {
    #expect(try DateRange(reading: text).text == text)
  }

  @Test(
    arguments: [
      ("", .missing), (">=", .missing), ("2024-01-01..", .missing), ("*..*", .unbounded),
      ("2024", .unreadable("2024")), ("2024-1-1", .unreadable("2024-1-1")),
      ("2023-02-29", .unreadable("2023-02-29")), ("> 2024-01-01", .unreadable(" 2024-01-01")),
      ("2024-01-01..2024-13-01", .unreadable("2024-13-01")),
      ("2024-01-31T12:00:00", .unreadable("2024-01-31T12:00:00")),
      ("2024-01-02..2024-01-01", .backwards(from: "2024-01-02", to: "2024-01-01")),
    ] as [(String, InvalidRange)]
  )
  func `names the part that is wrong`(_ text: String, _ expected: InvalidRange) {
    #expect(throws: expected) { try DateRange(reading: text) }
  }

  @Test func `a day includes all its seconds in UTC`() throws {
    let range = try DateRange(reading: "<=1970-01-02")

    #expect(range.contains(172_799))
    #expect(!range.contains(172_800))
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
  func `names the part of a range of counts that is wrong`(
    _ text: String,
    _ expected: InvalidRange
  ) {
    #expect(throws: expected) { try NumberRange(reading: text) }
  }

  @Test(arguments: [
    ("5", 5, 4), (">5", 6, 5), (">=5", 5, 4), ("<5", 4, 5), ("<=5", 5, 6), ("2..5", 2, 6),
    ("5..*", 5, 4), ("*..5", 5, 6), ("007", 7, 8),
  ])
  func `recognizes what is in a range`(_ text: String, _ inside: Int, _ outside: Int) throws {
    let range = try NumberRange(reading: text)

    #expect(range.contains(inside))
    #expect(!range.contains(outside))
  }
}
