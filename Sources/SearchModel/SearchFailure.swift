package import Essentials
package import GitHubModel

/// Why a call of the ``SearchClient`` failed.
package struct SearchFailure: Error, Sendable, Hashable {
  /// The kind of failure.
  package let kind: FailureKind
  /// The message of GitHub, the transport, the system or a command; empty if there is none.
  ///
  /// The text comes from outside: make it safe before showing it.
  package let reason: String
  /// When the rate limit ends, by this machine's clock; nil if that is not known.
  package let resetsAt: Date?

  /// A failure of this kind, with what is known about it.
  package init(_ kind: FailureKind, _ reason: String = "", resetsAt: Date? = nil) {
    (self.kind, self.reason, self.resetsAt) = (kind, reason, resetsAt)
  }
}

extension FailureKind {
  /// Whether trying the same again would fail the same way.
  var isFinal: Bool {
    switch self {
    case .tokenMissing, .tokenRejected, .forbidden, .notFound, .notSynced, .invalidRequest, .usage:
      true
    case .cancelled, .rateLimited, .unreachable, .badResponse, .localFile, .output, .partial: false
    }
  }

  /// Whether GitHub may have done what it was asked for.
  var isUncertain: Bool {
    switch self {
    case .cancelled, .unreachable, .badResponse: true
    case .tokenMissing, .tokenRejected, .forbidden, .notFound, .notSynced, .invalidRequest,
      .rateLimited, .localFile, .output, .usage, .partial:
      false
    }
  }
}
