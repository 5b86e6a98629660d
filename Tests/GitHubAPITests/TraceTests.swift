import Foundation
import GitHubAPI
import GitHubModel
import HTTPTransport
import HTTPTypes
import System
import TestSupport
import Testing

@Suite struct TraceTests {
  private func trace(_ exchange: StubTransport.Exchange) async throws -> RequestTrace {
    let traces = Guarded<[RequestTrace]>([])
    let transport = TracingTransport(
      StubTransport(exchange),
      now: { Moment(milliseconds: 0) },
      report: { trace in traces.withLock { $0.append(trace) } }
    )
    let head = HTTPRequest(
      method: .get,
      scheme: "https",
      authority: "api.github.com",
      path: "/user",
      headerFields: [.authorization: "Bearer ghp_secret"]
    )
    _ = try? await transport.send(TransportRequest(head: head))
    return try #require(traces.withLock { $0 }.first)
  }

  @Test func `hides the token wherever a server repeats it`() async throws {
    let fields: HTTPFields = [.location: "https://evil.test/?t=ghp_secret", .eTag: "ghp_secret"]
    let redirect = try await trace(.init(.get, "/user", status: 302, fields: fields))
    let failure = try await trace(
      .init(.get, "/user", error: TransportError(.other, host: "h", reason: "saw ghp_secret"))
    )

    #expect(
      try redirect.result.get().head.headerFields[.location] == "https://evil.test/?t=(hidden)"
    )
    #expect(try redirect.result.get().head.headerFields[.eTag] == "(hidden)")
    #expect(throws: TransportError(.other, host: "h", reason: "saw (hidden)")) {
      try failure.result.get()
    }
  }

  @Test func `reports status, date and rate limit`() async throws {
    var fields: HTTPFields = [.date: "Sun, 06 Nov 1994 08:49:37 GMT"]
    for (name, value) in [("Limit", "60"), ("Remaining", "59"), ("Reset", "784112000")] {
      fields[try #require(HTTPField.Name("X-RateLimit-\(name)"))] = value
    }

    let answer = try await trace(.init(.get, "/user", fields: fields)).result.get()

    #expect(answer.head.status == .ok)
    #expect(answer.date?.timeIntervalSince1970 == 784_111_777)
    #expect(answer.rateLimit?.remaining == 59)
    #expect(answer.metrics == nil)
  }
}
