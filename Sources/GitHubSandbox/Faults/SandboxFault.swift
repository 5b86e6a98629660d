/// What the sandbox does instead of answering as GitHub, or before or after.
package enum SandboxFault: Sendable {
  /// This answer, as it stands.
  case respond(status: Int, headers: HeaderFields = [:], body: String = "")
  /// The usual answer, after a wait.
  case delay(Duration)
  /// The usual answer, once the gate opens. The request's effect happens after that, too.
  case hold(SandboxGate)
  /// The usual answer, held back at the gate after its effect (a star, for instance) happened.
  case holdAnswer(SandboxGate)
  /// The usual answer with its full `Content-Length`, of which only so many bytes are sent before
  /// the connection closes.
  case truncate(bytes: Int)
  /// The connection closes before the first byte; nothing happens.
  case drop
  /// The request takes effect, then the connection closes before the first byte.
  case dropAnswer
  /// The usual answer, with its body replaced and its length right.
  case replaceBody(String)
  /// The usual answer with these header fields over its own.
  case addHeaders(HeaderFields)
  /// The usual search answer, saying `incomplete_results: true`.
  case incompleteResults
}

extension SandboxFault {
  /// A JSON body in GitHub's error shape.
  package static func failure(
    status: Int,
    message: String,
    headers: HeaderFields = [:]
  ) -> Self {
    let answer = SandboxResponse.failure(status, message)
    var fields = answer.headers
    fields.merge(headers)
    return .respond(
      status: status,
      headers: fields,
      body: String(decoding: answer.body, as: UTF8.self)
    )
  }

  /// A secondary rate limit, which `retry-after` (in seconds) announces; without it the client
  /// must wait a minute.
  package static func secondaryRateLimit(status: Int = 403, retryAfter: Int?) -> Self {
    .failure(
      status: status,
      message: """
        You have exceeded a secondary rate limit. Please wait a few minutes before you try again.
        """,
      headers: retryAfter.map { ["Retry-After": String($0)] } ?? [:]
    )
  }

  /// A used-up budget that is full again at `reset`.
  package static func primaryRateLimit(
    status: Int = 403,
    resource: String = "search",
    reset: UnixTime
  ) -> Self {
    .failure(
      status: status,
      message: "API rate limit exceeded for user ID 583231.",
      headers: [
        "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "0", "X-RateLimit-Used": "30",
        "X-RateLimit-Reset": String(reset.seconds), "X-RateLimit-Resource": resource,
      ]
    )
  }

  /// An answer that sends the client elsewhere; without `location` it forgets to say where.
  package static func redirect(status: Int = 301, to location: String?) -> Self {
    .respond(
      status: status,
      headers: location.map { ["Location": $0] } ?? [:],
      body: #"{"message":"Moved Permanently"}"#
    )
  }
}
