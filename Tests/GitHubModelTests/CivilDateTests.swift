import GitHubModel
import Testing

@Suite struct CivilDateTests {
  @Test(arguments: [
    (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2026, 11, 21, 20_778),
    (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896),
  ])
  func `counts the days`(_ year: Int, _ month: Int, _ day: Int, _ days: Int) {
    #expect(CivilDate(year: year, month: month, day: day)?.daysSince1970 == days)
  }

  @Test(arguments: [
    (2024, 2, 30), (2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1),
    (2024, 1, 0), (0, 1, 1), (10_000, 1, 1), (.max, .max, .max), (.min, .min, .min),
  ])
  func `refuses a day that no calendar has`(_ year: Int, _ month: Int, _ day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }
}
