import Foundation
import GitHubModel
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

/// Provides tokens chosen by a test.
struct FixedTokens: TokenProviding {
  var token: AccessToken?

  init(_ text: String? = "test_token") {
    token = text.flatMap(AccessToken.init)
  }

  func token(isRequired: Bool) throws -> AccessToken? { token }
}

/// The time on a test's local clock, correct or not.
let localDate = Date(timeIntervalSince1970: 1_750_000_000)

extension ClientOptions {
  /// Options with a clock that does not really wait, by default without retries or waits.
  static func test(
    clock: ManualClock = ManualClock(),
    rateLimits: RateLimitStore = RateLimitStore(),
    waitLimit: WaitPolicy.WaitLimit = .none,
    retries: RetryPolicy = .none,
    date: @escaping @Sendable () -> Date = { localDate },
    announce: @escaping @Sendable (WaitNotice) -> Void = { _ in }
  ) -> Self {
    Self(
      rateLimits: rateLimits,
      clock: RequestClock(clock, date: date),
      waiting: WaitPolicy(waitLimit, announce: announce),
      retries: retries
    )
  }
}

extension RetryPolicy {
  /// Retries after exactly 1, 4 and 9 seconds.
  static let punctual = Self(delays: [.seconds(1), .seconds(4), .seconds(9)], jitter: { 0 })
}

func client(
  _ transport: any HTTPTransport,
  token: String? = "test_token",
  options: ClientOptions = .test()
) -> GitHubAPIClient {
  GitHubAPIClient(
    base: .github,
    transport: transport,
    tokens: FixedTokens(token),
    options: options,
    userAgent: "tests"
  )
}

/// A minimal repository in GitHub's JSON.
func repositoryJSON(id: Int = 1, _ fullName: String = "octo/one", more: String = "") -> String {
  let owner = fullName.split(separator: "/").first ?? ""
  return """
    {"id":\(id),"full_name":"\(fullName)","owner":{"login":"\(owner)"},\
    "html_url":"https://github.com/\(fullName)"\(more)}
    """
}

func pageJSON(_ items: [String], total: Int? = nil, incomplete: Bool = false) -> String {
  """
  {"total_count":\(total ?? items.count),"incomplete_results":\(incomplete),\
  "items":[\(items.joined(separator: ","))]}
  """
}

/// The error thrown by the closure; the test fails if it throws none.
func failure<Value>(
  _ body: () async throws(GitHubError) -> Value
) async throws -> GitHubError {
  do throws(GitHubError) {
    _ = try await body()
  } catch {
    return error
  }
  Issue.record("nothing was thrown")
  throw CancellationError()
}

func name(_ text: String) throws -> RepositoryName {
  try #require(RepositoryName(text))
}

extension RepositoryName {
  /// `octo/one`.
  static var one: Self {
    guard let name = RepositoryName("octo/one") else { preconditionFailure("a valid literal") }
    return name
  }
}

extension SearchQuery {
  /// The text `x`.
  static var x: Self {
    guard let query = try? SearchQuery(text: "x") else { preconditionFailure("a valid literal") }
    return query
  }
}

extension RequestClock {
  /// A clock for a single process, which starts at 0.
  init(_ clock: some Clock<Duration>, date: @escaping @Sendable () -> Date) {
    let start = clock.now
    self.init(
      now: { Moment(milliseconds: 0) + start.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) },
      date: date
    )
  }
}
