package import GitHubModel

/// The exit statuses of the process; the only table, unknown to libraries.
package enum ExitStatus: Int32, Sendable {
  case success = 0
  /// The answer to a question is no, or the user did not confirm.
  case negative = 1
  /// 404, 410, 451.
  case notFound = 3
  /// No token where one is required, or 401.
  case authentication = 4
  /// A 403 that is not a rate limit.
  case permission = 5
  case rateLimited = 6
  /// DNS, connecting, TLS, proxy, reset, timeout.
  case network = 7
  /// 5xx, malformed, wrong type, too large, refused redirect.
  case badResponse = 8
  /// A local file or the store.
  case localFile = 9
  /// Some of it was done, some not.
  case partial = 10
  case output = 11
  case usage = 64
  /// Ended by SIGINT: 128 plus the signal's number.
  case interrupted = 130
}

extension ExitStatus {
  package init(_ kind: FailureKind) {
    switch kind {
    case .canceled: self = .interrupted
    case .tokenMissing, .tokenRejected: self = .authentication
    case .forbidden: self = .permission
    case .notFound, .notSynced: self = .notFound
    case .invalidRequest, .usage: self = .usage
    case .rateLimited: self = .rateLimited
    case .unreachable: self = .network
    case .badResponse: self = .badResponse
    case .localFile: self = .localFile
    case .output: self = .output
    case .partial: self = .partial
    }
  }
}
