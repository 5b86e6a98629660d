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
  /// Initializes libcurl, on the first call only.
  ///
  /// `SSLKEYLOGFILE` goes first: libcurl would write the keys of every session to the file it
  /// names, and with them the token could be read off a recording of the wire.
  static func initialize() {
    _ = once
  }

  private static let once: Void = {
    unsafe unsetenv("SSLKEYLOGFILE")
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
  }()

  /// libcurl's version and that of its TLS library, as in `7.88.1 OpenSSL/3.0.15`.
  static var version: String {
    guard let text = unsafe curl_version() else { return "" }
    return unsafe String(cString: text)
  }
}
