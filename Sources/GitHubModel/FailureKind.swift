/// The kind of a failure, which determines a command's exit status and the screen's message.
package enum FailureKind: Sendable, Hashable {
  /// The user or the caller canceled it, and nothing awaits the result.
  case canceled
  /// It requires a token, and there is none.
  case tokenMissing
  /// GitHub rejected the token (401), or it is malformed.
  case tokenRejected
  /// The token may not do this (403).
  case forbidden
  /// It does not exist, or the token has no access to it (404, 410, 451).
  case notFound
  /// There is no copy of the stars or the star lists on this machine yet.
  case notSynced
  /// GitHub rejects the content of the request (422).
  case invalidRequest
  /// A rate limit was exceeded.
  case rateLimited
  /// No response was received: no network, no host, or a timeout.
  case unreachable
  /// The response cannot be used.
  case badResponse
  /// A local file, program or store failed.
  case localFile
  /// The output cannot be written.
  case output
  /// The input is wrong, or requests something impossible.
  case usage
  /// Part of it was done, and the rest was not.
  case partial
}

extension FailureKind {
  /// Whether it is not specific to one repository, so that the same call for another would also
  /// fail.
  ///
  /// A forbidden repository does not count, since it depends on the reason.
  package var affectsAll: Bool {
    switch self {
    case .canceled, .tokenMissing, .tokenRejected, .notSynced, .rateLimited, .unreachable,
      .localFile, .output:
      true
    case .forbidden, .notFound, .invalidRequest, .badResponse, .usage, .partial: false
    }
  }
}
