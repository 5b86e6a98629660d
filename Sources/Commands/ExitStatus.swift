/// How the process ends, as scripts see it; libraries know nothing of these.
package enum ExitStatus: Int32, Sendable {
  case success = 0
  /// The answer is no.
  case no = 1
  /// 404, 410, 451.
  case notFound = 3
  /// No token where one is needed, or 401.
  case authentication = 4
  /// 403 that is no rate limit.
  case permission = 5
  case rateLimited = 6
  /// DNS, connecting, TLS, proxy, reset, time-out.
  case network = 7
  /// 5xx, malformed, wrong type, too large, refused redirect.
  case badResponse = 8
  /// A local file or the store.
  case localFile = 9
  /// Some done, some not.
  case partial = 10
  case output = 11
  case usage = 64
  /// A bug.
  case internalError = 70
  /// Ended by SIGINT: 128 and the signal's number.
  case interrupted = 130
}
