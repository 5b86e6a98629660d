import GitHubModel
package import HTTPTransport

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Why a call failed: what was attempted, which class of failure, and all that GitHub said of it.
package struct GitHubError: Error, Sendable {
  /// The classes of failure, each of which asks for something else of the user.
  package enum Code: Sendable, Equatable {
    /// The call was cancelled by its caller.
    case cancelled
    /// The call needs a token, and there is none.
    case tokenMissing
    /// A token may be there, but its source could not be read; the cause says why.
    case tokenUnreadable
    /// GitHub does not accept the token (401).
    case tokenRejected
    /// The token may not do this (403).
    case forbidden
    /// There is no such thing, or it may not be seen (404, 410, 451).
    case notFound
    /// GitHub does not understand what was asked (422).
    case invalidRequest
    /// A budget is used up (403 or 429); see ``GitHubError/resetsAt``.
    case rateLimited
    /// No answer came.
    case unreachable(TransportError.Code)
    /// An answer came that no one can use: a server error, no JSON, a redirect elsewhere.
    case badResponse
  }

  package let code: Code
  /// In words that fit "could not …".
  package internal(set) var attempted: String
  /// GitHub's own message, or the transport's, or ours; not yet safe to show.
  package var message: String?
  package var status: Int?
  /// What the token lacks, as GitHub names it.
  package var permission: MissingPermission?
  /// When trying again makes sense.
  package var resetsAt: Date?
  /// A qualifier that finds what a search over many parts had not come to yet.
  package var resumeQualifier: String?
  package var cause: (any Error & Sendable)?

  package init(_ code: Code, attempted: String, message: String? = nil) {
    self.code = code
    self.attempted = attempted
    self.message = message
  }
}

extension GitHubError {
  /// Whether GitHub may have done what was asked, although no answer says so.
  package var isInDoubt: Bool {
    switch code {
    case .unreachable(let code): !code.isBeforeSending
    case .cancelled, .badResponse: true
    case .tokenMissing, .tokenUnreadable, .tokenRejected, .forbidden, .notFound, .invalidRequest,
      .rateLimited:
      false
    }
  }

  /// The same error without the token, wherever a server repeated it.
  func hiding(_ token: AccessToken?) -> Self {
    guard let secret = token?.reveal() else { return self }
    func hide(_ text: String?) -> String? { text?.replacing(secret, with: "(hidden)") }
    var error = self
    error.message = hide(message)
    error.permission = permission.map {
      MissingPermission(accepted: hide($0.accepted), granted: hide($0.granted))
    }
    return error
  }
}

/// What GitHub would have accepted, and what the token has (GitHub's REST documentation on
/// troubleshooting).
package struct MissingPermission: Sendable, Equatable {
  /// `X-Accepted-GitHub-Permissions`, or `X-Accepted-OAuth-Scopes` for a classic token.
  package let accepted: String?
  /// `X-OAuth-Scopes`; nil for a fine-grained token.
  package let granted: String?
}
