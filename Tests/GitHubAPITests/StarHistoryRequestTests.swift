import Foundation
import GitHubModel
import HTTPTypes
import System
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct StarHistoryRequestTests {
  /// The week of `localDate`, which began a day and a few hours earlier.
  private static let week = Int(localDate.timeIntervalSince1970) / 86_400 * 86_400 - 86_400
  private static let path = "/repos/octo/one/stargazers/history?per_page=30"

  private func name() throws -> RepositoryName { try #require(RepositoryName("octo/one")) }

  /// A page of weeks, counted back from this one.
  private func page(
    _ number: Int,
    _ weeks: Range<Int>,
    of last: Int,
    entityTag: String = "\"a\""
  ) -> StubTransport.Exchange {
    let path = Self.path + (number > 1 ? "&page=\(number)" : "")
    let next = "<https://api.github.com\(Self.path)&page=\(number + 1)>; rel=\"next\", "
    let link = next + "<https://api.github.com\(Self.path)&page=\(last)>; rel=\"last\""
    let items = weeks.map { index in
      #"{"week":\#(Self.week - index * 604_800),"total":7,"days":[1,1,1,1,1,1,1]}"#
    }
    return .init(
      .get,
      path,
      fields: [.eTag: entityTag, .link: number < last ? link : ""],
      body: "[\(items.joined(separator: ","))]"
    )
  }

  @Test func `reads as many pages as a date requires`() async throws {
    let transport = StubTransport(page(1, 0..<30, of: 9), page(2, 30..<60, of: 9))
    let announced = Guarded<[Int]>([])

    let history = try await client(transport).starHistory(
      of: name(),
      since: localDate.addingTimeInterval(-365 * 86_400)
    ) { pages in announced.withLock { $0.append(pages) } }

    #expect(history.gained(days: 365) == 365 && !history.isComplete)
    #expect(announced.withLock { $0 } == [2])
    #expect(transport.unused == [])
  }

  @Test func `reads one page for half a year, and all pages without a date`() async throws {
    let one = StubTransport(page(1, 0..<30, of: 3))
    let half = localDate.addingTimeInterval(-200 * 86_400)
    #expect(try await client(one).starHistory(of: name(), since: half).gained(days: 365) == nil)

    let all = StubTransport(
      page(1, 0..<30, of: 3),
      // A week has begun in the meantime.
      page(2, 29..<59, of: 3),
      page(3, 59..<62, of: 3)
    )
    let history = try await client(all).starHistory(of: name(), since: nil)
    #expect(history.isComplete && history.dayCount == 61 * 7 + 1)
    #expect(history.gained(days: 1_000) == 61 * 7 + 1)
  }

  @Test func `caches a page until the server's day ends`() async throws {
    let now = Guarded(localDate)
    let date = { @Sendable in now.withLock { $0 } }
    let transport = StubTransport(
      page(1, 0..<3, of: 1),
      .init(.get, Self.path, status: 304),
      page(1, 0..<3, of: 1, entityTag: "\"b\"")
    )
    let cached = client(transport, options: .test(date: date))
      .caching(ResponseCache(MemoryStorage(now: date), maxAge: 20 * 3600))
    let rest = 86_400 - Int(localDate.timeIntervalSince1970) % 86_400

    for (seconds, days, requests) in [
      (0, 15, 1), (rest - 1, 15, 1), (rest, 16, 2), (rest + 72_000, 16, 3),
    ] {
      now.withLock { $0 = localDate.addingTimeInterval(Double(seconds)) }
      #expect(try await cached.starHistory(of: name(), since: nil).dayCount == days)
      #expect(transport.requests.count == requests)
    }
    #expect(transport.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, "\"a\"", "\"a\""])
  }

  @Test(arguments: [
    #"[{"week":-1,"days":[]}]"#, #"[{"week":1e99,"days":[]}]"#, #"[{"days":[1]}]"#, "{}",
    #"[{"week":1000,"days":["x"]}]"#, #"[{"week":1000,"days":[1,1,1,1,1,1]}]"#,
    #"[{"week":1000,"days":[1,1,1,1,1,1,1,1]}]"#, #"[{"week":1000,"days":[1,1,1,-1,1,1,1]}]"#,
    #"[{"week":1000,"days":[1,1,1,1,1,1,9000000000000000000]}]"#,
    #"[{"week":1000,"days":[1,1,1,1,1,1,1]},{"week":605800,"days":[1]}]"#,
  ])
  func `rejects a history that it cannot read`(_ body: String) async throws {
    let transport = StubTransport(.init(.get, Self.path, body: body))

    await #expect(throws: GitHubError.self) {
      try await client(transport).starHistory(of: name(), since: nil)
    }
  }
}
