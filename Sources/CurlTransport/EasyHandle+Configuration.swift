import CCurl

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EasyHandle {
  /// Everything that is set before a transfer starts.
  borrowing func configure(for request: CurlRequest) throws(CurlFailure) {
    try configureTarget(request)
    try configureTrust(request.configuration.trust)
    try configureLimits(request)
    try configureBody(request)
    try configureProtocol(request)
  }

  /// Where it goes: to this URL as it stands, and to no other.
  private borrowing func configureTarget(_ request: CurlRequest) throws(CurlFailure) {
    try set(CURLOPT_URL, request.url)
    try set(CURLOPT_PATH_AS_IS, true)
    try set(CURLOPT_DISALLOW_USERNAME_IN_URL, true)
    try set(CURLOPT_PROTOCOLS_STR, request.isEncrypted ? "https" : "http")
    try set(CURLOPT_FOLLOWLOCATION, false)
    try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    // Plain HTTP is for loopback alone: a proxy would get the token in the clear.
    if !request.isEncrypted { try set(CURLOPT_PROXY, "") }
  }

  private borrowing func configureTrust(_ trust: TrustStore) throws(CurlFailure) {
    try set(CURLOPT_SSL_VERIFYPEER, true)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    guard trust.file != nil || trust.directory != nil else { return }
    // Either replaces libcurl's built-in bundle, which is slow to load.
    if let file = trust.file { try set(CURLOPT_CAINFO, file) } else { try clear(CURLOPT_CAINFO) }
    if let path = trust.directory {
      try set(CURLOPT_CAPATH, path)
    } else {
      try clear(CURLOPT_CAPATH)
    }
  }

  private borrowing func configureLimits(_ request: CurlRequest) throws(CurlFailure) {
    let limits = request.configuration
    try set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTimeout.wholeMilliseconds)
    try set(CURLOPT_TIMEOUT_MS, request.timeout.wholeMilliseconds)
    try set(CURLOPT_LOW_SPEED_LIMIT, limits.slowestRate)
    try set(CURLOPT_LOW_SPEED_TIME, max(1, Int(limits.slowestRateTime.components.seconds)))
  }

  private borrowing func configureBody(_ request: CurlRequest) throws(CurlFailure) {
    if request.announcesBody {
      try set(CURLOPT_POST, true)
      try setOffset(CURLOPT_POSTFIELDSIZE_LARGE, request.body.count)
      try copyBody(request.body)
    } else if request.method == "HEAD" {
      try set(CURLOPT_NOBODY, true)
    }
    try set(CURLOPT_CUSTOMREQUEST, request.method)
  }

  /// libcurl copies the bytes, as many as the size set before says.
  private borrowing func copyBody(_ body: Data) throws(CurlFailure) {
    var bytes = body.isEmpty ? [0] : [UInt8](body)
    let result = unsafe bytes.withUnsafeMutableBytes { bytes in
      Result { () throws(CurlFailure) in
        try unsafe set(CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
      }
    }
    try result.get()
  }

  private borrowing func configureProtocol(_ request: CurlRequest) throws(CurlFailure) {
    // Without this libcurl installs signal handlers, which is no business of a thread.
    try set(CURLOPT_NOSIGNAL, true)
    try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // A new request waits to share a connection over HTTP/2. The handshake tells whether it can; in
    // plain HTTP only the first answer would, and requests would go one after another.
    try set(CURLOPT_PIPEWAIT, request.isEncrypted)
    try set(CURLOPT_HTTP09_ALLOWED, false)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    // The empty list means every encoding that this libcurl can undo.
    try set(CURLOPT_ACCEPT_ENCODING, "")
  }
}

extension Duration {
  /// Rounded down, at least 1, at most some 24 days: libcurl reads 0 as "no limit".
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
