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

  package internal(set) var kind: FailureKind
  package var requestKind = RequestKind.other
  package var credential = Credential.none
  /// The subject of the call: the repository, query or account that the user named, or a part of the command
  /// in parentheses; empty for a call that concerns all of the command.
  package var subject: String
  /// The message of GitHub, of the transport or of this module; make it safe before showing it.
  package var message: String?
  /// The HTTP status; nil if no response was received.
  package var status: Int?
  /// The permissions that GitHub accepts and those of the token.
  package var permissions: Permissions?
  /// Where the user can authorize the token for an organization with single sign-on.
  ///
  /// An HTTPS address on the API's own web host.
  package var signOnURL: String?
  /// Whether GitHub has blocked the repository for all users.
  package var isBlocked = false
  /// Whether the server redirected to an address that is not followed.
  package var isRefusedRedirect = false
  /// Whether a request for less may succeed.
  var dependsOnSize = false
  /// When the rate limit ends, by the user's own clock; nil if that is not known.
  package var resetsAt: Date?
  /// A qualifier that finds the matches that an exhaustive search had not reached.
  package var resumeQualifier: String?
  /// The error of the transport or of the token provider.
  package var cause: (any Error & Sendable)?

  /// Creates an error with no details beyond its message.
  package init(_ kind: FailureKind, subject: String = "", message: String? = nil) {
    self.kind = kind
    self.subject = subject
    self.message = message
  }
}

extension GitHubError {
  /// The things that a 403 can apply to.
  package enum Refusal: Sendable, Equatable {
    /// All of the token's: it lacks a scope, or is of a kind that may not do this.
    case token
    /// Those for the repositories of one owner: an organization demands single sign-on, or other addresses.
    case owner
    /// Those for one repository, as far as GitHub says.
    case repository
  }

  /// Which requests GitHub refuses; meaningless for other failures.
  package var refusal: Refusal {
    let message = message ?? ""
    if permissions?.lacksScopes == true || message.contains(Self.tokenRefusal) { return .token }
    let isOfOwner = signOnURL != nil || Self.ownerRefusals.contains(where: message.contains)
    return isOfOwner ? .owner : .repository
  }

  /// Whether GitHub's message is about what the token may do.
  private static func isAboutAccess(_ message: String) -> Bool {
    ([tokenRefusal] + ownerRefusals).contains(where: message.contains)
  }

  private static let tokenRefusal = "Resource not accessible by"
  private static let ownerRefusals = ["SAML enforcement", "IP allow list"]

  /// Whether the request may have taken effect although it failed.
  package var mayHaveTakenEffect: Bool {
    switch kind {
    case .unreachable: connection?.isBeforeSending != true
    case .badResponse, .cancelled: true
    default: false
    }
  }

  /// How the connection failed; nil if a response was received.
  package var connection: TransportError.Code? { (cause as? TransportError)?.code }
}

extension GitHubError {
  /// A copy of the error with the token removed wherever a server repeated it.
  func hiding(_ token: AccessToken?) -> Self {
    guard let secret = token?.reveal() else { return self }
    func hide(_ text: String?) -> String? { text?.replacing(secret, with: "(hidden)") }
    var error = self
    error.message = hide(message)
    error.permissions = permissions.map {
      Permissions(accepted: hide($0.accepted), granted: hide($0.granted))
    }
    if let url = signOnURL, url.contains(secret) { error.signOnURL = nil }
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
    let kind = FailureKind(
      status: status,
      isRateLimit: wire.isRateLimit
        || RateLimitHeaders.isRateLimit(fields, isAboutAccess: Self.isAboutAccess(wire.text ?? ""))
    )
    self.init(kind, message: wire.text ?? "HTTP status \(status)")
    self.status = status
    dependsOnSize = RetryNotice.Cause.status(status).isTimeout
    isBlocked = wire.isBlocked
    if kind == .forbidden || kind == .notFound {
      permissions = Permissions(fields)
      signOnURL = webHost.flatMap { Self.signOnURL(fields, on: $0) }
    }
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
    let kind: FailureKind =
      switch error.code {
      case .cancelled: .cancelled
      case .malformedResponse, .responseTooLarge: .badResponse
      default: .unreachable
      }
    self.init(kind, message: "\(error.host): \(error.reason)")
    dependsOnSize =
      error.code == .responseTooLarge || RetryNotice.Cause.failure(error.code).isTimeout
    cause = error
  }
}

extension FailureKind {
  fileprivate init(status: Int, isRateLimit: Bool) {
    switch status {
    case 401: self = .tokenRejected
    case 429: self = .rateLimited
    case 403: self = isRateLimit ? .rateLimited : .forbidden
    case 404, 410, 451: self = .notFound
    case 422: self = .invalidRequest
    default: self = .badResponse
    }
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
