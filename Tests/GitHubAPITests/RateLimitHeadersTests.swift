import Foundation
import GitHubModel
import HTTPTransport
import HTTPTypes
import Testing

@testable import GitHubAPI

@Suite struct RateLimitHeadersTests {
  private func report(_ fields: HTTPFields, isRefused: Bool = true) -> RateLimitReport {
    RateLimitHeaders.report(
      HTTPResponse(status: isRefused ? .forbidden : .ok, headerFields: fields),
      expected: .search,
      isRefused: isRefused,
      date: localDate
    )
  }

  /// The server's time, an hour after `localDate`.
  private static let date = "Sun, 15 Jun 2025 16:06:40 GMT"
  private static let now = 1_750_003_600

  @Test(
    arguments: [
      ("90", Duration.seconds(90)), ("1", .seconds(1)), ("0", .seconds(1)),
      ("86400", .seconds(86_400)), ("Sun, 15 Jun 2025 16:07:10 GMT", .seconds(30)),
      ("", nil), (" ", nil), ("-5", nil), ("soon", nil), ("1e3", nil), ("1.5", nil),
      ("0x10", nil), ("١٢", nil),
      ("Sun, 15 Jun 2025 15:06:40 GMT", nil), ("Mon, 30 Feb 2026 00:00:00 GMT", nil),
    ] as [(String, Duration?)]
  )
  func `reads a valid Retry-After`(_ text: String, _ expected: Duration?) {
    let refusal = report([.retryAfter: text, .date: Self.date]).refusal

    #expect(refusal == expected.map { .retryAfter($0) } ?? .unspecified)
  }

  @Test(arguments: [
    "86401", "100000000000000", "99999999999999999999999", "Sun, 15 Jun 2125 16:07:10 GMT",
  ])
  func `a Retry-After of more than a day is a mistake`(_ text: String) {
    #expect(report([.retryAfter: text, .date: Self.date]).refusal == .tooLong)
  }

  @Test(arguments: [String(now + 7200), "1750003642000", "4102444800", "99999999999999999999"])
  func `a reset too far in the future is a mistake`(_ text: String) {
    let report = report([.rateLimitRemaining: "0", .rateLimitReset: text, .date: Self.date])

    #expect(report == RateLimitReport(window: nil, refusal: .tooLong))
  }

  @Test(
    arguments: [
      (String(now + 42), Duration.seconds(42)), (String(now + 3600), .seconds(3600)),
      (String(now + 1), .seconds(1)), (String(now), .seconds(1)), (String(now - 5), .seconds(1)),
      (String(now - 6), nil), ("0", nil), ("", nil), ("-1", nil),
    ] as [(String, Duration?)]
  )
  func `a reset is relative to the server's clock, and valid within its window`(
    _ text: String,
    _ expected: Duration?
  ) {
    let fields: HTTPFields = [
      .rateLimit: "30", .rateLimitRemaining: "0", .rateLimitReset: text, .date: Self.date,
    ]

    let report = report(fields)

    #expect(report.window?.resetsIn == expected)
    #expect(report.refusal == (expected == nil ? .unspecified : .untilReset))
  }

  @Test func `uses the local clock without a Date field`() {
    let fields: HTTPFields = [
      .rateLimit: "30", .rateLimitRemaining: "7", .rateLimitReset: "1750000030",
    ]

    let report = report(fields, isRefused: false)

    #expect(report.window?.resetsIn == .seconds(30))
    #expect(report.refusal == nil)
  }

  @Test func `a 403 with only Retry-After is a rate limit`() {
    let head = HTTPResponse(status: .forbidden, headerFields: [.retryAfter: "30"])

    let error = GitHubError(TransportResponse(head: head))

    #expect(error.kind == .rateLimited)
  }

  @Test(
    arguments: [("search", .search), ("core", .core), ("code_search", nil), (nil, .search)]
      as [(String?, RequestResource?)]
  )
  func `the response names its resource`(_ name: String?, _ expected: RequestResource?) throws {
    var fields: HTTPFields = [
      .rateLimit: "30", .rateLimitRemaining: "7", .rateLimitReset: String(Self.now + 9),
      .date: Self.date,
    ]
    fields[.rateLimitResource] = name

    #expect(try #require(report(fields).window).resource == expected)
  }
}

@Suite struct RateLimitNumbersTests {
  @Test(
    arguments: [
      ("30", "7", 30), ("0", "20", nil), ("10", "20", nil), ("0", "0", nil), ("x", "7", nil),
      ("30", "30", 30), (nil, "7", nil), ("-1", "7", nil), ("30, 30", "7", nil),
    ] as [(String?, String, Int?)]
  )
  func `ignores a limit of 0 or below the remaining requests`(
    _ limit: String?,
    _ remaining: String,
    _ expected: Int?
  ) throws {
    var fields: HTTPFields = [.rateLimitRemaining: remaining, .rateLimitReset: "1750000030"]
    fields[.rateLimit] = limit

    let report = RateLimitHeaders.report(
      HTTPResponse(status: .ok, headerFields: fields),
      expected: .search,
      isRefused: false,
      date: localDate
    )

    let window = try #require(report.window)
    #expect(window.limit == expected)
    #expect(window.remaining == Int(remaining))
  }
}

@Suite struct HTTPDateTests {
  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200), ("Fri, 30 Feb 2024 00:00:00 GMT", nil),
      ("Wed, 29 Feb 2023 00:00:00 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
      ("Sun, 06 Nov 1994 08:49:37 UTC", nil), ("Sun, 6 Nov 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 0000 08:49:37 GMT", nil), ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("", nil),
      ("Sun, +6 Nov 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 99999999999999999999 08:49:37 GMT", nil),
    ] as [(String, Int?)]
  )
  func `reads the preferred format, and only days that exist`(
    _ text: String,
    _ seconds: Int?
  ) {
    #expect(HTTPDate.seconds(text) == seconds)
  }
}
