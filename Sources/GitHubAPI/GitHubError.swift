package import Essentials
package import GitHubModel
package import HTTPTransport
import HTTPTypes
import JSON

/// The reason why a call failed: its subject, the class of failure, and GitHub's message.
package struct GitHubError: Error, Sendable {
  /// The kind of request that failed, which determines the advice for a status.
  package enum RequestKind: Sendable, Equatable, CaseIterable {
    case search
    case repository
    /// Setting or removing a star.
    case starChange
    /// Reading or changing star lists.
    case starList
    case other
  }

  /// The kind of token that the request was sent with.
  package enum Credential: Sendable, Equatable, CaseIterable {
    case none
    case classicToken
    case fineGrainedToken
  }

  /// The cause of the failure, with the details known about it.
  package enum Cause: Sendable {
    /// Canceled by the caller; without a transport error, it was not being sent.
    case canceled(TransportError?)
    case tokenMissing
    /// The error of the token provider.
    case unreadableToken(any Error)
    case tokenRejected
    case forbidden(Denial = Denial())
    case notFound(Denial = Denial())
    case invalidRequest
    case rateLimited(resetsAt: Date? = nil)
    case unreachable(TransportError)
    case badResponse(BadResponse = .other)
  }

  /// The details of a denial of access.
  package struct Denial: Sendable {
    /// The permissions that GitHub accepts, and the token's.
    package var permissions: Permissions?
    /// The URL where the user can authorize the token for an organization with single sign-on.
    ///
    /// An HTTPS URL on the API's own web host.
    package var signOnURL: String?
    /// Whether GitHub has blocked the repository for all users.
    package var isBlocked = false
  }

  /// The reason why a response cannot be used.
  package enum BadResponse: Sendable {
    /// The transport could not read it.
    case unreadable(TransportError)
    /// It is too large, or took GitHub too long: a smaller request may succeed.
    case tooMuch
    /// It redirects to a URL that is not followed.
    case refusedRedirect
    case other
  }

  package internal(set) var cause: Cause
  package var requestKind = RequestKind.other
  package var credential = Credential.none
  /// The subject of the call: the repository, query or account named by the user, or a part of the
  /// command in parentheses; empty for a call about the whole command.
  package var subject: String
  /// The message from GitHub, the transport or this module; make it safe before showing it.
  package var message: String?
  /// The HTTP status; nil if no response was received.
  package var status: Int?
  /// A qualifier that finds the matches not yet reached by an exhaustive search.
  package var resumeQualifier: String?

  /// Creates an error without details beyond its message.
  package init(_ cause: Cause, subject: String = "", message: String? = nil) {
    self.cause = cause
    self.subject = subject
    self.message = message
  }
}

extension GitHubError {
  package var kind: FailureKind {
    switch cause {
    case .canceled: .canceled
    case .tokenMissing: .tokenMissing
    case .unreadableToken: .localFile
    case .tokenRejected: .tokenRejected
    case .forbidden: .forbidden
    case .notFound: .notFound
    case .invalidRequest: .invalidRequest
    case .rateLimited: .rateLimited
    case .unreachable: .unreachable
    case .badResponse: .badResponse
    }
  }

  /// When the rate limit ends, on the user's own clock; nil if unknown.
  package var resetsAt: Date? {
    if case .rateLimited(let end) = cause { end } else { nil }
  }

  /// The details of a denial of access; nil for other failures.
  package var denial: Denial? {
    switch cause {
    case .forbidden(let denial), .notFound(let denial): denial
    default: nil
    }
  }

  /// The transport's error; nil if a response was received or nothing was sent.
  package var transport: TransportError? {
    switch cause {
    case .canceled(let error): error
    case .unreachable(let error), .badResponse(.unreadable(let error)): error
    default: nil
    }
  }

  /// Whether the request may have taken effect although it failed.
  package var mayHaveTakenEffect: Bool {
    switch cause {
    case .unreachable(let error): !error.code.isBeforeSending
    case .badResponse, .canceled: true
    default: false
    }
  }

  /// Whether a smaller request may succeed.
  var dependsOnSize: Bool {
    switch cause {
    case .badResponse(.tooMuch): true
    case .badResponse(.unreadable(let error)): error.code == .responseTooLarge
    case .unreachable(let error): RetryNotice.Cause.failure(error.code).isTimeout
    default: false
    }
  }
}

extension GitHubError {
  /// The scope of a 403.
  package enum Refusal: Sendable, Equatable {
    /// Every request with this token: it lacks a scope, or is of a kind that may not do this.
    case token
    /// Every request for the repositories of one owner: an organization that requires single
    /// sign-on, or that allows only other IP addresses.
    case owner
    /// Only the request for this repository, as far as GitHub's message shows.
    case repository
  }

  /// The requests that GitHub refuses; meaningless for other failures.
  package var refusal: Refusal {
    let message = message ?? ""
    if denial?.permissions?.lacksScopes == true || message.contains(Self.tokenRefusal) {
      return .token
    }
    let isOfOwner = denial?.signOnURL != nil || Self.ownerRefusals.contains(where: message.contains)
    return isOfOwner ? .owner : .repository
  }

  /// Whether GitHub's message is about the token's permissions.
  private static func isAboutAccess(_ message: String) -> Bool {
    ([tokenRefusal] + ownerRefusals).contains(where: message.contains)
  }

  private static let tokenRefusal = "Resource not accessible by"
  private static let ownerRefusals = ["SAML enforcement", "IP allow list"]
}

extension GitHubError {
  /// A copy of the error with the token removed wherever a server repeated it.
  func hiding(_ token: AccessToken?) -> Self {
    guard let secret = token?.reveal() else { return self }
    func hide(_ text: String?) -> String? { text?.replacing(secret, with: "(hidden)") }
    func hide(_ denial: Denial) -> Denial {
      var denial = denial
      denial.permissions = denial.permissions.map {
        Permissions(accepted: hide($0.accepted), granted: hide($0.granted))
      }
      if denial.signOnURL?.contains(secret) == true { denial.signOnURL = nil }
      return denial
    }
    var error = self
    error.message = hide(message)
    switch cause {
    case .forbidden(let denial): error.cause = .forbidden(hide(denial))
    case .notFound(let denial): error.cause = .notFound(hide(denial))
    default: break
    }
    return error
  }
}

extension GitHubError {
  /// Reads the error from a response with an unexpected status.
  ///
  /// `webHost` is the only host allowed for a single sign-on URL.
  init(_ response: TransportResponse, webHost: String? = nil) {
    let fields = response.head.headerFields
    let status = response.head.status.code
    let wire = ErrorResponse(response)
    let text = wire.text
    var denial: Denial {
      Denial(
        permissions: Permissions(fields),
        signOnURL: webHost.flatMap { Self.signOnURL(fields, on: $0) },
        isBlocked: wire.isBlocked
      )
    }
    let isRateLimit =
      wire.isRateLimit
      || RateLimitHeaders.isRateLimit(fields, isAboutAccess: Self.isAboutAccess(text ?? ""))
    let cause: Cause =
      switch status {
      case 401: .tokenRejected
      case 403 where !isRateLimit: .forbidden(denial)
      case 403, 429: .rateLimited()
      case 404, 410, 451: .notFound(denial)
      case 422: .invalidRequest
      case 502, 504: .badResponse(.tooMuch)
      default: .badResponse()
      }
    self.init(cause, message: text ?? "HTTP status \(status)")
    self.status = status
  }

  /// The URL in `X-GitHub-SSO: required; url=…`.
  ///
  /// Nil for a URL on another host, and for one that is too long to be shown completely.
  private static func signOnURL(_ fields: HTTPFields, on host: String) -> String? {
    guard let value = fields[.singleSignOn], value.hasPrefix("required"),
      let start = value.firstRange(of: "url=")
    else { return nil }
    let url = String(value[start.upperBound...])
    guard url.hasPrefix("https://\(host)/"), url.utf8.count <= 300, WebURL.isWebURL(url) else {
      return nil
    }
    return url
  }

  /// Creates the error for a request without a response.
  init(_ error: TransportError) {
    let cause: Cause =
      switch error.code {
      case .canceled: .canceled(error)
      case .malformedResponse, .responseTooLarge: .badResponse(.unreadable(error))
      default: .unreachable(error)
      }
    self.init(cause, message: "\(error.host): \(error.reason)")
  }
}

/// The body of an error response, in any of the forms that GitHub uses.
///
/// `errors` is an array of objects, an array of strings, a string, or missing. GraphQL sends it with
/// status 200, and gives each error a `type`.
struct ErrorResponse {
  private let message: String?
  /// Whether GitHub has blocked the repository.
  let isBlocked: Bool
  private let details: [(text: String, type: String?)]

  /// Parses the body; one that is not JSON, or is too large, has no message.
  init(_ response: TransportResponse) {
    let json = try? response.json()
    message = json?["message"]?.string
    let block = json?["block"].flatMap(Self.reason)
    isBlocked = block != nil
    let errors = json?["errors"].map { $0.array ?? [$0] } ?? []
    details = errors.compactMap(Self.detail) + [block].compactMap { $0.map { ($0, nil) } }
  }

  /// The message and the details on one line, or nil if there are none.
  var text: String? {
    let parts = texts.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  /// Whether a rate limit was exceeded: a secondary limit is often recognizable only by its
  /// message.
  var isRateLimit: Bool {
    details.contains { $0.type?.hasPrefix("RATE_LIMIT") == true }
      || texts.map { $0.lowercased() }.contains { text in
        // "Abuse detection" is the former name of secondary limits.
        text.contains("rate limit") || text.contains("abuse detection")
      }
  }

  private var texts: [String] { [message].compactMap(\.self) + details.map(\.text) }

  /// An entry of `errors`, with GraphQL's name for its class, such as `RATE_LIMITED`.
  private static func detail(_ json: JSONElement) -> (text: String, type: String?)? {
    if let text = json.string { return (text, nil) }
    guard json.isObject else { return nil }
    let parts = ["resource", "field", "code"].compactMap { json[$0]?.string }
    return (json["message"]?.string ?? parts.joined(separator: " "), json["type"]?.string)
  }

  /// Why GitHub blocked a repository, such as `dmca`, and the URL of the notice.
  private static func reason(_ block: JSONElement) -> String? {
    guard block.isObject else { return nil }
    let notice = block["html_url"]?.string.flatMap { WebURL.isWebURL($0) ? $0 : nil }
    return [block["reason"]?.string, notice].compactMap(\.self).joined(separator: ", ")
  }
}
