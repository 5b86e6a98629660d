import CCurl

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What libcurl needs once in a process.
enum CurlLibrary {
  /// Loads and initializes libcurl, on the first call only; nil, or why that cannot be.
  static func initialize() -> String? {
    once
  }

  private static let once: String? = {
    if let problem = unsafe ccurl_load() { return unsafe String(cString: problem) }
    return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK ? nil : "libcurl does not start"
  }()

  /// Lets no session's keys be written down.
  ///
  /// libcurl would write them to the file that `SSLKEYLOGFILE` names, and with them the token could
  /// be read off a recording of the wire. Called before there is a second thread that might read
  /// the environment.
  static func forgetKeyLog() {
    unsafe unsetenv("SSLKEYLOGFILE")
  }

  /// libcurl's version and that of its TLS library, as in `7.88.1 OpenSSL/3.0.15`.
  static var version: String {
    guard initialize() == nil, let text = unsafe curl_version() else { return "" }
    return unsafe String(cString: text)
  }
}
