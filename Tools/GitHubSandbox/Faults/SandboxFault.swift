/// A deviation from the sandbox's normal response.
package enum SandboxFault: Sendable {
  case respond(status: Int, headers: HeaderFields = [:], body: String = "")
  case delay(Duration)
  /// The request waits at the gate, before it takes effect.
  case hold(SandboxGate)
  /// The request takes effect (a star, for instance), then its response waits at the gate.
  case holdResponse(SandboxGate)
  /// The normal response with its full `Content-Length`, but the connection closes after `bytes`
  /// bytes of the body.
  case truncate(bytes: Int)
  /// The connection closes before the first byte; nothing happens.
  case drop
  /// The request takes effect, then the connection closes before the first byte.
  case dropResponse
  /// The normal response with another body, and that body's length.
  case replaceBody(String)
  /// The normal response with these header fields added or replaced.
  case addHeaders(HeaderFields)
  /// The normal search response with `incomplete_results: true`.
  case incompleteResults
}

extension SandboxFault {
  /// A JSON body in GitHub's error shape.
  package static func failure(
    status: Int,
    message: String,
    headers: HeaderFields = [:]
  ) -> Self {
    var response = SandboxResponse.failure(status, message)
    response.headers.merge(headers)
    return respond(response)
  }

  private static func respond(_ response: SandboxResponse) -> Self {
    .respond(
      status: response.status,
      headers: response.headers,
      body: String(decoding: response.body, as: UTF8.self)
    )
  }

  /// A secondary rate limit, announced by `retry-after` (in seconds); without it the client must
  /// wait a minute.
  package static func secondaryRateLimit(status: Int = 403, retryAfter: Int?) -> Self {
    .failure(
      status: status,
      message: """
        You have exceeded a secondary rate limit. Please wait a few minutes before you try again.
        """,
      headers: retryAfter.map { ["Retry-After": String($0)] } ?? [:]
    )
  }

  /// A repository blocked for legal reasons; `time` is in ISO 8601, `url` is the address of the
  /// notice.
  package static func blocked(
    reason: String = "dmca",
    at time: String = "2026-03-01T00:00:00Z",
    url: String = "https://github.com/github/dmca"
  ) -> Self {
    respond(.blocked(reason: reason, at: time, url: url))
  }

  /// A redirect, 303 included; without `location` it lacks the `Location` field.
  package static func redirect(status: Int = 301, to location: String?) -> Self {
    .respond(
      status: status,
      headers: location.map { ["Location": $0] } ?? [:],
      body: #"{"message":"Moved"}"#
    )
  }
}

/// The condition under which a fault applies to a request.
package struct RequestMatcher: Sendable {
  private let isMatch: @Sendable (SandboxRequest) -> Bool

  /// Creates a matcher with a custom condition.
  package init(_ isMatch: @escaping @Sendable (SandboxRequest) -> Bool) {
    self.isMatch = isMatch
  }

  package func matches(_ request: SandboxRequest) -> Bool { isMatch(request) }

  package static let any = Self { _ in true }
  /// `GET /search/repositories`.
  package static let search = Self { $0.path == "/search/repositories" }
  /// `GET`, `PUT` and `DELETE /user/starred/{owner}/{repo}`.
  package static let star = Self { $0.path.hasPrefix("/user/starred/") }
  /// `POST /graphql`.
  package static let graphQL = Self { $0.path == "/graphql" }

  /// A path exactly as received, without the query.
  package static func path(_ path: String) -> Self { Self { $0.path == path } }

  package static func method(_ method: String) -> Self { Self { $0.method == method } }

  /// A query parameter with this decoded value.
  package static func parameter(_ name: String, _ value: String) -> Self {
    Self { $0.parameter(name) == value }
  }

  /// A page of a list; page 1 also matches a request without a page.
  package static func page(_ number: Int) -> Self {
    Self { ($0.parameter("page") ?? "1") == String(number) }
  }

  package static func && (left: Self, right: @autoclosure () -> Self) -> Self {
    let right = right()
    return Self { left.matches($0) && right.matches($0) }
  }
}

/// The faults that remain, in the order they were scripted.
struct FaultScript {
  private struct Entry {
    let fault: SandboxFault
    let matcher: RequestMatcher
    var remaining: Int
  }

  private var entries: [Entry] = []

  /// The number of scripted faults that no request has met yet, not counting endless ones.
  var unusedCount: Int {
    entries.reduce(0) { $1.remaining == .max ? $0 : $0 + $1.remaining }
  }

  mutating func add(_ fault: SandboxFault, on matcher: RequestMatcher, times: Int) {
    entries.append(Entry(fault: fault, matcher: matcher, remaining: times))
  }

  mutating func removeAll() { entries = [] }

  /// Takes the first remaining fault that matches the request, if any.
  mutating func next(for request: SandboxRequest) -> SandboxFault? {
    guard
      let index = entries.firstIndex(where: { $0.remaining > 0 && $0.matcher.matches(request) })
    else { return nil }
    if entries[index].remaining != .max { entries[index].remaining -= 1 }
    return entries[index].fault
  }
}
