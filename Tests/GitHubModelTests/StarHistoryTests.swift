import Foundation
import GitHubModel
import TestSupport
import Testing

@Suite struct StarHistoryTests {
  /// A server with stars on every day, whose days and weeks do not start with UTC's.
  private struct Server {
    /// The start of the server's day in seconds after the start of a UTC day.
    let offset: Int
    let firstDay: Int
    /// The stars of each day up to yesterday.
    let counts: [Int]
    /// The day on which weeks start.
    let weekday: Int
    /// The seconds since the server's day began.
    let time: Int

    init(_ random: inout some RandomNumberGenerator) {
      offset = 900 * Int.random(in: -47...47, using: &random)
      firstDay = Int.random(in: 13_000...20_000, using: &random)
      counts = (0..<Int.random(in: 0...500, using: &random)).map { _ in
        Int.random(in: 0...50, using: &random)
      }
      weekday = Int.random(in: 0...6, using: &random)
      time = Int.random(in: 0...86_399, using: &random)
    }

    var today: Int { firstDay + counts.count }
    var now: Date { Date(timeIntervalSince1970: Double(today * 86_400 + offset + time)) }

    /// The weeks, newest first.
    ///
    /// Today and future days have counts that would distort every sum.
    var weeks: [StarWeek] {
      let thisWeek = today - (today - weekday) % 7
      let oldest = firstDay - (firstDay - weekday) % 7
      return stride(from: thisWeek, through: min(oldest, thisWeek), by: -7).map { first in
        let days = (first..<first + 7).map { day in
          day >= today ? 1_000_000 : day < firstDay ? 0 : counts[day - firstDay]
        }
        return StarWeek(start: first * 86_400 + offset, days: days)
      }
    }

    func sum(_ days: Range<Int>) -> Int {
      days.clamped(to: firstDay..<today).reduce(0) { $0 + counts[$1 - firstDay] }
    }
  }

  /// The same servers in every run; 10,000 at night.
  private static func servers() -> some Sequence<Server> {
    var random = Dice(state: 30)
    return (0..<Rounds.count(500, of: 10_000)).lazy.map { _ in Server(&random) }
  }

  @Test func `no sum counts a day twice, today, or future days`() {
    for server in Self.servers() {
      let history = StarHistory(server.weeks, isComplete: true, now: server.now)

      let today = server.today
      for days in [1, 7, 30, 365] {
        #expect(history.gained(days: days) == server.sum(today - days..<today))
      }
      let weeks = (0..<12).reversed().map { server.sum(today - $0 * 7 - 7..<today - $0 * 7) }
      #expect(history.weeks(12) == weeks)
      for unit in StarHistory.Unit.allCases {
        let gained = history.buckets(unit).map(\.gained)
        #expect(gained.reduce(0, +) == server.sum(0..<today))
      }
    }
  }

  @Test func `a week that moves between two pages changes nothing`() {
    var random = Dice(state: 7)
    for server in Self.servers() where !server.weeks.isEmpty {
      let weeks = server.weeks
      let cut = Int.random(in: 1...weeks.count, using: &random)
      let shifted = Array(weeks[..<cut] + weeks[(cut - 1)...])

      let history = StarHistory(shifted, isComplete: true, now: server.now)

      #expect(history == StarHistory(weeks, isComplete: true, now: server.now))
    }
  }

  @Test func `each bucket but the last is whole, and starts where the previous one ends`() throws {
    var random = Dice(state: 8)
    for server in Self.servers() where !server.counts.isEmpty {
      let history = StarHistory(server.weeks, isComplete: true, now: server.now)
      let since = Int.random(in: server.firstDay..<server.today, using: &random)
      let date = Date(timeIntervalSince1970: Double(since * 86_400))
      for unit in StarHistory.Unit.allCases {
        let buckets = history.buckets(unit, since: date)
        let starts = try buckets.map { try #require(Self.day($0.start)) }
        #expect(starts.first.map { $0 <= since && $0 > since - 31 } ?? false)
        for (index, bucket) in buckets.enumerated() {
          let end = index + 1 < starts.count ? starts[index + 1] : server.today
          #expect(bucket.gained == server.sum(starts[index]..<end))
          #expect(bucket.isWhole || index == buckets.count - 1)
          switch unit {
          case .day: #expect(end == starts[index] + 1)
          case .week:
            #expect((starts[index] - server.weekday).isMultiple(of: 7))
            #expect(bucket.isWhole == (end == starts[index] + 7))
          case .month:
            #expect(bucket.start.hasSuffix("-01"))
            #expect(bucket.isWhole == (Self.day(monthAfter: bucket.start) == end))
          }
        }
      }
    }
  }

  private static func day(_ text: String) -> Int? {
    Timestamp.seconds(text + "T00:00:00Z").map { $0 / 86_400 }
  }

  private static func day(monthAfter text: String) -> Int? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    let (year, month) = parts[1] == 12 ? (parts[0] + 1, 1) : (parts[0], parts[1] + 1)
    return CivilDate(year: year, month: month, day: 1)?.daysSince1970
  }

  @Test func `unread weeks are unknown`() {
    let weeks = [StarWeek(start: 1_000 * 604_800, days: Array(repeating: 1, count: 7))]
    let now = Date(timeIntervalSince1970: 1_001 * 604_800)

    let part = StarHistory(weeks, isComplete: false, now: now)
    let whole = StarHistory(weeks, isComplete: true, now: now)

    #expect(part.gained(days: 7) == 7 && part.gained(days: 30) == nil)
    #expect(whole.gained(days: 30) == 7)
    #expect(part.buckets(.month) == [])
    #expect(whole.buckets(.month).map(\.gained) == [7])
  }

  @Test func `missing weeks and later days had no stars`() {
    let weeks = [2_000, 1_990].map { StarWeek(start: $0 * 604_800, days: [1, 2, 3]) }
    let now = Date(timeIntervalSince1970: 2_005 * 604_800)

    let history = StarHistory(weeks, isComplete: true, now: now)

    #expect(history.gained(days: 7) == 0)
    #expect(
      history.buckets(.week).map(\.gained) == [6] + Array(repeating: 0, count: 9) + [6, 0, 0, 0, 0]
    )
  }

  @Test(arguments: [
    [], [StarWeek(start: 0, days: [])], [StarWeek(start: 253_402_300_799, days: [1])],
    [StarWeek(start: 0, days: [.max, .max, -5, .min])],
  ])
  func `no weeks from a server crash the program`(_ weeks: [StarWeek]) {
    for seconds in [-1e18, 0, 1.75e9, 1e18, .infinity, .nan] {
      let history = StarHistory(
        weeks,
        isComplete: true,
        now: Date(timeIntervalSince1970: min(seconds, 1e10))
      )
      _ = history.gained(days: 365)
      for unit in StarHistory.Unit.allCases { _ = history.buckets(unit) }
    }
  }
}
