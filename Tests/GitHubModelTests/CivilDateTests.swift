import GitHubModel
import Testing

@Suite struct CivilDateTests {
  @Test(arguments: [
    (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2026, 11, 21, 20_778),
    (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896),
  ])
  func `converts days in both directions`(_ year: Int, _ month: Int, _ day: Int, _ days: Int) {
    #expect(CivilDate(year: year, month: month, day: day)?.daysSince1970 == days)
    #expect(CivilDate(daysSince1970: days) == CivilDate(year: year, month: month, day: day))
  }

  @Test func `days from the year 1 to 9999 read back`() {
    let first = -719_162
    let last = 2_932_896
    for days in stride(from: first, through: last, by: 997) {
      #expect(CivilDate(daysSince1970: days)?.daysSince1970 == days)
    }
    #expect(CivilDate(daysSince1970: first - 1) == nil)
    #expect(CivilDate(daysSince1970: last + 1) == nil)
  }

  @Test(arguments: [
    ("2015-10-23T21:15:07Z", 1_445_634_907), ("1970-01-01T00:00:00Z", 0),
    ("1969-12-31T23:59:59Z", -1), ("2024-02-29T12:00:00Z", 1_709_208_000),
    ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func `a time reads back as written`(_ text: String, _ seconds: Int) {
    #expect(Timestamp.seconds(text) == seconds)
    #expect(Timestamp.text(seconds) == text)
  }

  @Test(arguments: [
    ("2015-10-23T23:15:07+02:00", 1_445_634_907), ("2015-10-23T19:15:07.25-02:00", 1_445_634_907),
  ])
  func `reads a time with an offset`(_ text: String, _ seconds: Int) {
    #expect(Timestamp.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "2015-10-23", "2015-10-23T21:15Z", "2015-10-23T21:15:07", "2015-10-23 21:15:07Z",
    "2015-02-30T21:15:07Z", "2015-10-23T24:15:07Z", "2015-10-23T21:15:07.Z", "15-10-23T21:15:07Z",
    "2015-10-23T21:15:07Zx", "2015-10-23T21:15:07Z02:00", "2015-10-23T21:15:07+2:00",
  ])
  func `rejects what is not a time`(_ text: String) {
    #expect(Timestamp.seconds(text) == nil)
  }

  @Test(arguments: [
    (2024, 2, 30), (2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1),
    (2024, 1, 0), (0, 1, 1), (10_000, 1, 1), (.max, .max, .max), (.min, .min, .min),
  ])
  func `rejects a day that does not exist`(_ year: Int, _ month: Int, _ day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }
}
