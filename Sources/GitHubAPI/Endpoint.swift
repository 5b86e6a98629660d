import Essentials
package import GitHubModel
package import HTTPTransport
import HTTPTypes
import JSON

/// A call of GitHub's API as a value: the request, and how its response is parsed.
package struct Endpoint<Value: Sendable>: Sendable {
  /// Whether the request is sent with a token.
  package enum Authentication: Sendable {
    /// Uses a token if the user has one, for higher rate limits and private repositories.
    case optional
    /// Requires a token.
    case required
  }

  /// When a cached response may be used.
  enum CachePolicy {
    /// Never, since the caller's own actions change the response.
    case never
    /// While it is fresh.
    case whenFresh
    /// While it is fresh, and later if GitHub confirms it with 304.
    case revalidate
  }

  /// The kind of API that is called.
  enum Interface {
    case rest
    /// A GraphQL query, which changes nothing although it is sent with POST.
    case graphQLQuery
    case graphQLMutation
  }

  var interface = Interface.rest
  let method: HTTPRequest.Method
  /// The segments of the path, not percent-encoded.
  let path: [String]
  var query: [(name: String, value: String)] = []
  var accept = "application/vnd.github+json"
  /// The version that the caller has; GitHub responds with 304 while it is current.
  var entityTag: String?
  var cachePolicy = CachePolicy.never
  /// Whether a fresh cached value is still valid.
  var isCurrent: @Sendable (_ value: Value, _ storedAt: Date, _ now: Date) -> Bool = { _, _, _ in
    true
  }
  /// Whether the value is complete; otherwise its response is not stored.
  var isWhole: @Sendable (_ value: Value) -> Bool = { _ in true }
  /// The body: JSON, or empty.
  var body = Data()
  let authentication: Authentication
  var requestKind = GitHubError.RequestKind.other
  /// The subject of the call, named in its errors; see ``GitHubError/subject``.
  var subject = ""
  /// Parses the value; nil for an unexpected status.
  ///
  /// The client adds the subject to errors that this throws.
  package let read: @Sendable (TransportResponse) throws(GitHubError) -> Value?
}

extension Endpoint {
  /// Whether it may change something on GitHub.
  var isWrite: Bool {
    switch interface {
    case .rest: ![.get, .head].contains(method)
    case .graphQLQuery: false
    case .graphQLMutation: true
    }
  }

  /// Whether sending it twice has the same effect as sending it once (RFC 9110, section 9.2.2).
  ///
  /// True for reads, and for setting or removing a star. False for a mutation: a second request to
  /// create a list would find its name taken, and one that sets a repository's lists could undo
  /// another machine's change in between.
  var isRepeatable: Bool {
    switch interface {
    case .rest: [.get, .head, .put, .delete].contains(method)
    case .graphQLQuery: true
    case .graphQLMutation: false
    }
  }

  /// Creates a `GET` that is answered with 200 and JSON.
  ///
  /// `value` parses the JSON; nil if it is not as expected.
  init(
    get path: [String],
    query: [(name: String, value: String)] = [],
    cachePolicy: CachePolicy = .never,
    authentication: Authentication,
    requestKind: GitHubError.RequestKind = .other,
    subject: String = "",
    value: @escaping @Sendable (JSONElement) -> Value?
  ) {
    self.init(
      method: .get,
      path: path,
      query: query,
      cachePolicy: cachePolicy,
      authentication: authentication,
      requestKind: requestKind,
      subject: subject,
      read: { response throws(GitHubError) in
        guard response.head.status == .ok else { return nil }
        guard let value = value(try response.json()) else { throw .unexpectedResponse }
        return value
      }
    )
  }
}

/// A call's value, and the facts in the header fields of its response.
package struct APIResponse<Value: Sendable>: Sendable {
  /// The value that the endpoint read from the body or the status.
  package internal(set) var value: Value
  /// The body as sent by GitHub.
  package internal(set) var body: [UInt8] = []
  /// The rate limit that the request counted against; nil if the response omits it.
  package internal(set) var rateLimit: RateLimit?
  /// The scopes of a classic token; nil for a fine-grained token and without a token.
  package internal(set) var scopes: [String]?
  /// Identifies this version for a later conditional request; nil without an `ETag`.
  package internal(set) var entityTag: String?
  /// Whether GitHub omits content of organizations that the token is not authorized for.
  package internal(set) var isPartial = false
  /// Whether another page follows; its URL is not used, since it may name another server.
  package internal(set) var hasNextPage = false
  /// The number of the last page; nil if the response omits it.
  package internal(set) var lastPage: Int?
}

extension TransportResponse {
  /// Parses the complete body as JSON, regardless of its `Content-Type`.
  ///
  /// - Throws: ``GitHubError`` that explains briefly why it cannot be parsed.
  func json() throws(GitHubError) -> JSONElement {
    if body.isEmpty { throw GitHubError(.badResponse(), message: "empty response") }
    do throws(JSONSyntaxError) {
      return try JSONElement(body)
    } catch {
      throw GitHubError(
        .badResponse(error == .tooManyValues ? .tooMuch : .other),
        message: Self.reason(error)
      )
    }
  }

  private static func reason(_ problem: JSONSyntaxError) -> String {
    switch problem {
    case .tooDeep: "the response is nested deeper than \(JSONLimits.document.depth) levels"
    case .tooManyValues: "the response has more than \(JSONLimits.document.values) values"
    case .tooLongString: "the response has a string longer than \(JSONLimits.document.string) bytes"
    case .notText: "the response is not UTF-8 text"
    case .malformed: "invalid JSON in the response"
    }
  }
}

extension GitHubError {
  /// The error for unexpected JSON.
  static var unexpectedResponse: Self { Self(.badResponse(), message: "unexpected response") }
}
