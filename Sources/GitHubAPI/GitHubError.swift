package import Essentials
package import GitHubModel
package import HTTPTransport
import HTTPTypes
import JSON

/// Why a call failed: its subject, the class of failure, and what GitHub said about it.
package struct GitHubError: Error, Sendable {
  /// The kind of request that failed, on which the advice for a status depends.
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

  /// Why the call failed, with what is known about such a failure.
  package enum Cause: Sendable {
    /// Canceled by the caller; without an error of the transport, it was not being sent.
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

  /// What GitHub says about access that it denies.
  package struct Denial: Sendable {
    /// The permissions that GitHub accepts and those of the token.
    package var permissions: Permissions?
    /// Where the user can authorize the token for an organization with single sign-on.
    ///
    /// An HTTPS address on the API's own web host.
    package var signOnURL: String?
    /// Whether GitHub has blocked the repository for all users.
    package var isBlocked = false
  }

  /// Why a response cannot be used.
  package enum BadResponse: Sendable {
    /// The transport could not read it.
    case unreadable(TransportError)
    /// It is too large, or took GitHub too long: a request for less may succeed.
    case tooMuch
    /// It redirects to an address that is not followed.
    case refusedRedirect
    case other
  }

  package internal(set) var cause: Cause
  package var requestKind = RequestKind.other
  package var credential = Credential.none
  /// The subject of the call: the repository, query or account that the user named, or a part of the command
  /// in parentheses; empty for a call that concerns all of the command.
  package var subject: String
  /// The message of GitHub, of the transport or of this module; make it safe before showing it.
  package var message: String?
  /// The HTTP status; nil if no response was received.
  package var status: Int?
  /// A qualifier that finds the matches that an exhaustive search had not reached.
  package var resumeQualifier: String?

  /// Creates an error with no details beyond its message.
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

  /// When the rate limit ends, by the user's own clock; nil if that is not known.
  package var resetsAt: Date? {
    if case .rateLimited(let end) = cause { end } else { nil }
  }

  /// What GitHub says about access; nil if it does not deny it.
  package var denial: Denial? {
    switch cause {
    case .forbidden(let denial), .notFound(let denial): denial
    default: nil
    }
  }

  /// The error of the transport; nil if a response was received or nothing was sent.
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

  /// Whether a request for less may succeed.
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
  /// The things that a 403 can apply to.
  package enum Refusal: Sendable, Equatable {
    /// Every request with this token: it lacks a scope, or is of a kind that may not do this.
    case token
    /// Every request for the repositories of one owner, an organization that requires single sign-on or allows only
    /// other addresses.
    case owner
    /// The request for this repository, unless GitHub's message leaves out that it refuses others too.
    case repository
  }

  /// Which requests GitHub refuses; meaningless for other failures.
  package var refusal: Refusal {
    let message = message ?? ""
    if denial?.permissions?.lacksScopes == true || message.contains(Self.tokenRefusal) {
      return .token
    }
    let isOfOwner = denial?.signOnURL != nil || Self.ownerRefusals.contains(where: message.contains)
    return isOfOwner ? .owner : .repository
  }

  /// Whether GitHub's message is about what the token may do.
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
  /// Reads the error from a response whose status the call does not expect.
  ///
  /// `webHost` is the only host that an address for single sign-on may be on.
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

  /// The address in `X-GitHub-SSO: required; url=…`.
  ///
  /// Nil for an address on another host, and for one that is too long to be shown whole.
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

  /// The error for a request that got no response.
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

  /// Reads the body; one that is not JSON, or is too large to read, has no message.
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

  /// Whether a rate limit was exceeded: a secondary limit is often recognizable by the message alone.
  var isRateLimit: Bool {
    details.contains { $0.type?.hasPrefix("RATE_LIMIT") == true }
      || texts.map { $0.lowercased() }.contains { text in
        // "Abuse detection" is the former name of secondary limits.
        text.contains("rate limit") || text.contains("abuse detection")
      }
  }

  private var texts: [String] { [message].compactMap(\.self) + details.map(\.text) }

  /// One entry of `errors`, with GraphQL's name for its class, such as `RATE_LIMITED`.
  private static func detail(_ json: JSONElement) -> (text: String, type: String?)? {
    if let text = json.string { return (text, nil) }
    guard json.isObject else { return nil }
    let parts = ["resource", "field", "code"].compactMap { json[$0]?.string }
    return (json["message"]?.string ?? parts.joined(separator: " "), json["type"]?.string)
  }

  /// Why GitHub blocked a repository, such as `dmca`, and the address of the notice.
  private static func reason(_ block: JSONElement) -> String? {
    guard block.isObject else { return nil }
    let notice = block["html_url"]?.string.flatMap { WebURL.isWebURL($0) ? $0 : nil }
    return [block["reason"]?.string, notice].compactMap(\.self).joined(separator: ", ")
  }
}
