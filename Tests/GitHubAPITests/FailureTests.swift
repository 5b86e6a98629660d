import Foundation
import GitHubModel
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct FailureTests {
  /// The error for a response to the request for a repository.
  private func error(
    _ status: Int,
    _ fields: HTTPFields = [:],
    body: String = ""
  ) async throws -> GitHubError {
    let transport = StubTransport(
      .init(.get, "/repos/octo/one", status: status, fields: fields, body: body)
    )
    return try await failure { () async throws(GitHubError) in
      try await client(transport).send(.repository(.one))
    }
  }

  @Test(arguments: [
    (401, FailureKind.tokenRejected), (403, .forbidden), (404, .notFound), (410, .notFound),
    (451, .notFound), (422, .invalidRequest), (429, .rateLimited), (500, .badResponse),
    (502, .badResponse), (503, .badResponse), (304, .badResponse), (204, .badResponse),
    (206, .badResponse), (599, .badResponse), (999, .badResponse), (400, .badResponse),
    (301, .badResponse),
  ])
  func `each status has its error code`(_ status: Int, _ code: FailureKind) async throws {
    let error = try await error(status)

    #expect(error.kind == code)
    #expect(error.status == status)
    #expect(error.subject == "octo/one")
  }

  @Test(arguments: [
    (#"{"message":"Bad"}"#, "Bad"),
    (
      #"{"message":"Bad","errors":[{"message":"too long"},{"resource":"Search","field":"q","code":"missing"}]}"#,
      "Bad: too long: Search q missing"
    ),
    (#"{"message":"Bad","errors":"not supported"}"#, "Bad: not supported"),
    (#"{"message":"Bad","errors":["a",{"code":"b"},7]}"#, "Bad: a: b"),
    ("<html>proxy</html>", "HTTP status 422"), ("", "HTTP status 422"), ("[]", "HTTP status 422"),
    (#"{"message":7}"#, "HTTP status 422"), (#"{"message":""}"#, "HTTP status 422"),
  ])
  func `reads GitHub's message in any form`(_ body: String, _ text: String)
    async throws
  {
    #expect(try await error(422, body: body).message == text)
  }

  @Test func `a 403 with no requests left is a rate limit that ends at the reset`() async throws {
    let error = try await error(403, [.rateLimitRemaining: "0", .rateLimitReset: "1750000090"])

    #expect(error.kind == .rateLimited)
    #expect(error.resetsAt == localDate.addingTimeInterval(90))
  }

  @Test(arguments: [
    "Resource not accessible by personal access token",
    "Resource protected by organization SAML enforcement.",
    "the `acme` organization has an IP allow list enabled",
  ])
  func `a 403 for missing access is not a rate limit, even on the last request`(
    _ message: String
  ) async throws {
    let fields: HTTPFields = [.rateLimitRemaining: "0", .rateLimitReset: "1750000090"]

    #expect(try await error(403, fields, body: #"{"message":"\#(message)"}"#).kind == .forbidden)
  }

  @Test func `Retry-After takes precedence over the reset, and is measured on the local clock`()
    async throws
  {
    let error = try await error(
      403,
      [
        .retryAfter: "90", .date: "Sun, 15 Jun 2025 18:06:40 GMT", .rateLimitRemaining: "0",
        .rateLimitReset: "1",
      ]
    )

    #expect(error.kind == .rateLimited)
    #expect(error.resetsAt == localDate.addingTimeInterval(90))
  }

  @Test(arguments: ["", "-5", "soon", "1e3", "1 2"])
  func `an invalid Retry-After means a minute`(_ text: String) async throws {
    let error = try await error(429, [.retryAfter: text])

    #expect(error.kind == .rateLimited)
    #expect(error.resetsAt == localDate.addingTimeInterval(60))
  }

  @Test func `recognizes a secondary limit by its message`() async throws {
    let body = #"{"message":"You have exceeded a secondary rate limit."}"#

    #expect(try await error(403, body: body).kind == .rateLimited)
  }

  @Test func `a 403 with requests left is a missing permission`() async throws {
    #expect(try await error(403, [.rateLimitRemaining: "7"]).kind == .forbidden)
  }

  @Test(arguments: [
    ("", "empty response"), ("<html>", "invalid JSON in the response"),
    ("null", "unexpected response"), ("[]", "unexpected response"),
    (#"{"id":1}"#, "unexpected response"),
    (#"{"id":1"#, "invalid JSON in the response"),
    ("\u{0}{", "the response is not UTF-8 text"),
    (Text(repeating: "[", count: 5_000_000), "the response is nested deeper than 64 levels"),
  ])
  func `a 200 without a repository is a bad response`(_ body: Text, _ reason: String) async throws {
    let error = try await error(200, body: body.value)

    #expect(error.kind == .badResponse)
    #expect(error.message == reason)
  }

  @Test func `a response truncated anywhere is an error`() async throws {
    let whole = repositoryJSON(more: #","description":"x","topics":["a"]"#)

    for length in 0..<whole.utf8.count {
      let cut = String(decoding: whole.utf8.prefix(length), as: UTF8.self)
      #expect(try await error(200, body: cut).kind == .badResponse)
    }
  }

  @Test(arguments: [
    (TransportError.Code.timeout, FailureKind.unreachable),
    (.tls, .unreachable), (.canceled, .canceled), (.malformedResponse, .badResponse),
    (.responseTooLarge, .badResponse),
  ])
  func `a transport error keeps its code and its host`(
    _ code: TransportError.Code,
    _ expected: FailureKind
  ) async throws {
    let cause = TransportError(code, host: "api.github.com", reason: "because")
    let transport = StubTransport(.init(.get, "/repos/octo/one", error: cause))

    let error = try await failure { () async throws(GitHubError) in
      try await client(transport).send(.repository(.one))
    }

    #expect(error.kind == expected && error.transport?.code == code)
    #expect(error.message == "api.github.com: because")
    #expect(error.transport == cause)
  }
}
