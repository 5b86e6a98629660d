package import Essentials
package import GitHubModel

/// The reason why a call of the ``SearchClient`` failed.
package struct SearchFailure: Error, Sendable, Hashable {
  package let kind: FailureKind
  /// The reason and the advice in a command's words; empty if there is nothing to say.
  ///
  /// Parts of the texts come from outside: make them safe before showing them.
  package let why: String
  package let advice: String
  /// When the rate limit ends, on this machine's clock; nil if unknown.
  package let resetsAt: Date?

  /// Creates a failure of this kind, with its known details.
  package init(
    _ kind: FailureKind,
    _ why: String = "",
    advice: String = "",
    resetsAt: Date? = nil
  ) {
    (self.kind, self.why, self.advice, self.resetsAt) = (kind, why, advice, resetsAt)
  }
}

extension FailureKind {
  /// Whether a retry would fail in the same way.
  var isFinal: Bool {
    switch self {
    case .tokenMissing, .tokenRejected, .forbidden, .notFound, .notSynced, .invalidRequest, .usage:
      true
    case .canceled, .rateLimited, .unreachable, .badResponse, .localFile, .output, .partial: false
    }
  }

  /// Whether GitHub may have carried out the request.
  var isUncertain: Bool {
    switch self {
    case .canceled, .unreachable, .badResponse: true
    case .tokenMissing, .tokenRejected, .forbidden, .notFound, .notSynced, .invalidRequest,
      .rateLimited, .localFile, .output, .usage, .partial:
      false
    }
  }
}
