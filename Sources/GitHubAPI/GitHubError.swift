package import Essentials
package import GitHubModel
package import HTTPTransport
import HTTPTypes
import JSON

/// Why a call failed: the operation, the class of failure, and what GitHub said about it.
package struct GitHubError: Error, Sendable {
  /// The classes of failure, each of which the user can act on in a different way.
  package enum Code: Sendable, Equatable {
    /// The call was canceled by its caller.
    case cancelled
    /// The call requires a token, and there is none.
    case tokenMissing
    /// The source of the token could not be read; `cause` says why.
    case tokenUnreadable
    /// GitHub does not accept the token (401).
    case tokenRejected
    /// The token does not permit this (403).
    case forbidden
    /// It does not exist, or the token does not give access to it (404, 410, 451).
    case notFound
    /// GitHub rejects the content of the request (422).
    case invalidRequest
    /// A rate limit was exceeded (403, 429, or 200 for GraphQL); see ``GitHubError/resetsAt``.
    case rateLimited
    /// No response was received.
    case unreachable(TransportError.Code)
    /// The response cannot be used: a server error, invalid JSON, or a redirect to another origin.
    case badResponse
  }

  /// The kind of request that failed, on which the advice for a status depends.
  package enum RequestKind: Sendable, Equatable, CaseIterable {
    case search
    /// Reading one repository.
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

  /// The class of failure.
  package let code: Code
  /// The kind of request.
  package var requestKind = RequestKind.other
  /// The kind of token, if any.
  package var credential = Credential.none
  /// What the user asked for, in words that complete "could not …".
  package var operation: String
  /// The message of GitHub, of the transport or of this module; make it safe before showing it.
  package var message: String?
  /// The HTTP status; nil if no response was received.
  package var status: Int?
  /// The permissions that GitHub accepts and those of the token.
  package var permission: MissingPermission?
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
  package init(_ code: Code, operation: String, message: String? = nil) {
    self.code = code
    self.operation = operation
    self.message = message
  }
}

extension GitHubError {
  /// The kind of failure.
  package var kind: FailureKind {
    switch code {
    case .cancelled: .cancelled
    case .tokenMissing: .tokenMissing
    case .tokenUnreadable: .localFile
    case .tokenRejected: .tokenRejected
    case .forbidden: .forbidden
    case .notFound: .notFound
    case .invalidRequest: .invalidRequest
    case .rateLimited: .rateLimited
    case .unreachable: .unreachable
    case .badResponse: .badResponse
    }
  }

  /// Whose requests a 403 is about.
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
    if permission?.lacksScopes == true || message.contains(Self.tokenRefusal) { return .token }
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
    switch code {
    case .unreachable(let code): !code.isBeforeSending
    case .badResponse, .cancelled: true
    case .tokenMissing, .tokenUnreadable, .tokenRejected, .forbidden, .notFound, .invalidRequest,
      .rateLimited:
      false
    }
  }
}

extension GitHubError {
  /// A copy of the error with the token removed wherever a server repeated it.
  func hiding(_ token: AccessToken?) -> Self {
    guard let secret = token?.reveal() else { return self }
    func hide(_ text: String?) -> String? { text?.replacing(secret, with: "(hidden)") }
    var error = self
    error.message = hide(message)
    error.permission = permission.map {
      MissingPermission(accepted: hide($0.accepted), granted: hide($0.granted))
    }
    if let url = signOnURL, url.contains(secret) { error.signOnURL = nil }
    return error
  }
}

extension GitHubError {
  /// Reads the error from a response whose status the call does not expect.
  ///
  /// `webHost` is the only host that an address for single sign-on may be on.
  init(_ response: TransportResponse, operation: String, webHost: String? = nil) {
    let fields = response.head.headerFields
    let status = response.head.status.code
    let wire = ErrorResponse(response)
    let code = Code(
      status: status,
      isRateLimit: wire.isRateLimit
        || RateLimitHeaders.isRateLimit(fields, isAboutAccess: Self.isAboutAccess(wire.text ?? ""))
    )
    self.init(code, operation: operation, message: wire.text ?? "HTTP status \(status)")
    self.status = status
    dependsOnSize = [502, 504].contains(status)
    isBlocked = wire.isBlocked
    if code == .forbidden || code == .notFound {
      permission = MissingPermission(fields)
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
  init(_ error: TransportError, operation: String) {
    let code: Code =
      switch error.code {
      case .cancelled: .cancelled
      case .malformedResponse, .responseTooLarge: .badResponse
      default: .unreachable(error.code)
      }
    self.init(code, operation: operation, message: "\(error.host): \(error.reason)")
    dependsOnSize = [.responseTooLarge, .timeout].contains(error.code)
    cause = error
  }
}

extension GitHubError.Code {
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
struct ErrorResponse: JSONDecodable {
  let message: String?
  /// Whether GitHub has blocked the repository.
  let isBlocked: Bool
  private let details: [Detail]

  /// Reads the body; one that is not JSON, or is too large to read, has no message.
  init(_ response: TransportResponse) {
    if let wire = try? JSONBody.decode(Self.self, from: response) {
      self = wire
    } else {
      message = nil
      isBlocked = false
      details = []
    }
  }

  init(_ json: JSONElement) throws(JSONTypeError) {
    var members = try json.members()
    message = members.lenient("message")
    let list = members.lenient("errors", as: [Lossy<Detail>].self) ?? []
    let single = members.lenient("errors", as: String.self).map { [Detail(text: $0)] } ?? []
    let block = members.lenient("block", as: Block.self)?.text
    isBlocked = block != nil
    details =
      single + list.compactMap(\.element) + [block].compactMap { $0.map { Detail(text: $0) } }
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

  /// One entry of `errors`.
  private struct Detail: JSONDecodable {
    let text: String
    /// GraphQL's name for the class of error, such as `RATE_LIMITED` or `INSUFFICIENT_SCOPES`.
    var type: String?

    init(text: String) {
      self.text = text
    }

    init(_ json: JSONElement) throws(JSONTypeError) {
      if let text = try? String(json) {
        self.text = text
        return
      }
      var members = try json.members()
      let keys: [StaticString] = ["resource", "field", "code"]
      let parts = keys.compactMap { members.lenient($0, as: String.self) }
      text = members.lenient("message") ?? parts.joined(separator: " ")
      type = members.lenient("type")
    }
  }

  /// Why GitHub blocked a repository, such as `dmca`, and the address of the notice.
  private struct Block: JSONDecodable {
    let text: String

    init(_ json: JSONElement) throws(JSONTypeError) {
      var members = try json.members()
      let reason = members.lenient("reason", as: String.self)
      let notice = members.lenient("html_url", as: WebURL.self)?.text
      text = [reason, notice].compactMap(\.self).joined(separator: ", ")
    }
  }
}
