/// The kind of a failure, from which a command derives its exit status and the screen its words.
package enum FailureKind: Sendable, Hashable {
  /// The user or the caller canceled it: nothing waits for the result.
  case canceled
  /// It needs a token, and there is none.
  case tokenMissing
  /// GitHub rejected the token (401), or it is malformed.
  case tokenRejected
  /// The token may not do this (403).
  case forbidden
  /// It does not exist, or the token does not give access to it (404, 410, 451).
  case notFound
  /// There is no copy of the stars or the star lists on this machine yet.
  case notSynced
  /// GitHub rejects what the request says (422).
  case invalidRequest
  /// A rate limit was exceeded.
  case rateLimited
  /// No response was received: no network, no host, or a timeout.
  case unreachable
  /// A response that cannot be used.
  case badResponse
  /// A file, a program or the store of this machine.
  case localFile
  /// The output cannot be written.
  case output
  /// The input is wrong, or asks for something that cannot be done.
  case usage
  /// A part was done, and the rest was not.
  case partial
}

extension FailureKind {
  /// Whether it is not about the one repository, so that the same call for the next one would fail too.
  ///
  /// Whether GitHub forbids the others as well depends on why it forbids the one.
  package var affectsAll: Bool {
    switch self {
    case .canceled, .tokenMissing, .tokenRejected, .notSynced, .rateLimited, .unreachable,
      .localFile, .output:
      true
    case .forbidden, .notFound, .invalidRequest, .badResponse, .usage, .partial: false
    }
  }
}
