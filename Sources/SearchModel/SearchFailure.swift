package import Essentials
package import GitHubModel

/// Why a call of the ``SearchClient`` failed.
package struct SearchFailure: Error, Sendable, Hashable {
  package let kind: FailureKind
  /// Why it failed, and what to do about it, as a command says it; empty if there is nothing to say.
  ///
  /// Parts of the texts come from outside: make them safe before showing them.
  package let why: String
  package let advice: String
  /// When the rate limit ends, by this machine's clock; nil if that is not known.
  package let resetsAt: Date?

  /// A failure of this kind, with what is known about it.
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
  /// Whether trying the same again would fail the same way.
  var isFinal: Bool {
    switch self {
    case .tokenMissing, .tokenRejected, .forbidden, .notFound, .notSynced, .invalidRequest, .usage:
      true
    case .canceled, .rateLimited, .unreachable, .badResponse, .localFile, .output, .partial: false
    }
  }

  /// Whether GitHub may have done what it was asked for.
  var isUncertain: Bool {
    switch self {
    case .canceled, .unreachable, .badResponse: true
    case .tokenMissing, .tokenRejected, .forbidden, .notFound, .notSynced, .invalidRequest,
      .rateLimited, .localFile, .output, .usage, .partial:
      false
    }
  }
}
