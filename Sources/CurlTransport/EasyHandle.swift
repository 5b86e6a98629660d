import CCurl
import Essentials
import HTTPTransport
import HTTPTypes

/// Owns a `CURL`, the options and state of one transfer.
///
/// `unsafe` because a `CURL` is a pointer to C's memory: it is valid from `init` to `deinit`, which
/// a noncopyable value runs once, and libcurl copies every string it is given here.
@safe struct EasyHandle: ~Copyable {
  let raw: UnsafeMutableRawPointer

  /// Creates a handle; nil if memory is exhausted.
  init?() {
    guard let raw = unsafe curl_easy_init() else { return nil }
    unsafe self.raw = raw
  }

  deinit {
    unsafe curl_easy_cleanup(raw)
  }

  borrowing func set(_ option: CURLoption, _ value: Int) throws(CurlFailure) {
    try check(option, unsafe ccurl_set_long(raw, option, value))
  }

  borrowing func set(_ option: CURLoption, _ value: Bool) throws(CurlFailure) {
    try set(option, value ? 1 : 0)
  }

  /// Sets a text option; libcurl copies the text.
  borrowing func set(_ option: CURLoption, _ value: String) throws(CurlFailure) {
    try check(option, unsafe ccurl_set_string(raw, option, value))
  }

  /// Sets a text option to null.
  borrowing func clear(_ option: CURLoption) throws(CurlFailure) {
    try check(option, unsafe ccurl_set_string(raw, option, nil))
  }

  borrowing func setOffset(_ option: CURLoption, _ value: Int) throws(CurlFailure) {
    try check(option, unsafe ccurl_set_offset(raw, option, curl_off_t(value)))
  }

  /// Sets a pointer option; the caller keeps the memory valid as long as the handle.
  @unsafe borrowing func set(
    _ option: CURLoption,
    _ value: UnsafeMutableRawPointer?
  ) throws(CurlFailure) {
    try check(option, unsafe ccurl_set_pointer(raw, option, value))
  }

  @unsafe borrowing func set(
    _ option: CURLoption,
    _ callback: @escaping ccurl_data_callback
  ) throws(CurlFailure) {
    try check(option, unsafe ccurl_set_data_callback(raw, option, callback))
  }

  borrowing func long(_ info: CURLINFO) -> Int {
    var value = 0
    let code = unsafe ccurl_get_long(raw, info, &value)
    return code == CURLE_OK ? value : 0
  }

  borrowing func offset(_ info: CURLINFO) -> Int {
    var value: curl_off_t = 0
    let code = unsafe ccurl_get_offset(raw, info, &value)
    return code == CURLE_OK ? Int(value) : 0
  }

  private borrowing func check(_ option: CURLoption, _ code: CURLcode) throws(CurlFailure) {
    guard code == CURLE_OK else { throw CurlFailure(option: option, code: code) }
  }
}

/// A refusal of an option by libcurl.
struct CurlFailure: Error {
  let option: CURLoption
  let code: CURLcode

  /// A reason such as `libcurl refused option 10318 (Unsupported protocol)`.
  var reason: String {
    // `unsafe` because the text is a pointer to one of libcurl's constants.
    let text = unsafe String(cString: curl_easy_strerror(code))
    return "libcurl refused option \(option.rawValue) (\(text))"
  }
}

// MARK: - Metrics

extension EasyHandle {
  /// The measurements of a finished transfer (curl_easy_getinfo(3)).
  borrowing func metrics() -> TransferMetrics {
    TransferMetrics(
      version: version(),
      receivedBytes: long(CURLINFO_HEADER_SIZE) + offset(CURLINFO_SIZE_DOWNLOAD_T),
      timing: TransferMetrics.Timing(
        nameLookup: .microseconds(offset(CURLINFO_NAMELOOKUP_TIME_T)),
        connected: .microseconds(offset(CURLINFO_CONNECT_TIME_T)),
        secured: .microseconds(offset(CURLINFO_APPCONNECT_TIME_T))
      )
    )
  }

  private borrowing func version() -> String? {
    switch long(CURLINFO_HTTP_VERSION) {
    case CURL_HTTP_VERSION_1_0: "HTTP/1.0"
    case CURL_HTTP_VERSION_1_1: "HTTP/1.1"
    case CURL_HTTP_VERSION_2_0: "HTTP/2"
    case CURL_HTTP_VERSION_3: "HTTP/3"
    default: nil
    }
  }
}

// MARK: - Memory that libcurl uses

/// Owns the buffer that libcurl writes its specific error message into (CURLOPT_ERRORBUFFER(3)).
///
/// `unsafe` because C writes to the memory: it is allocated and zeroed in `init`, and freed in
/// `deinit`, after its handle has left the multi handle.
@safe struct ErrorText: ~Copyable {
  let raw: UnsafeMutablePointer<CChar>

  init() {
    unsafe raw = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe raw.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    unsafe raw.deallocate()
  }

  /// The error message, empty if there is none.
  var text: String { unsafe String(cString: raw) }
}

/// Owns a `curl_slist` of header lines, which libcurl reads until the transfer is over.
///
/// `unsafe` because the list belongs to C: only this value owns it, and libcurl copies each line.
@safe struct HeaderList: ~Copyable {
  private(set) var raw: UnsafeMutablePointer<curl_slist>?

  init(_ lines: [String]) {
    unsafe raw = nil
    for line in lines {
      // Nil means that memory is exhausted; the old list stays valid (curl_slist_append(3)).
      if let longer = unsafe curl_slist_append(raw, line) { unsafe raw = longer }
    }
  }

  deinit {
    unsafe curl_slist_free_all(raw)
  }
}

extension EasyHandle {
  /// Sets all options of a request, except for its callbacks.
  borrowing func configure(for request: CurlRequest) throws(CurlFailure) {
    try configureTarget(request)
    try configureTrust(request.trust)
    try configureLimits(request)
    try configureBody(request)
    try configureProtocol(request)
  }

  /// Sends the request to exactly this URL.
  private borrowing func configureTarget(_ request: CurlRequest) throws(CurlFailure) {
    // Empty if the request lacks a part of its URL, so that it fails before it is sent.
    try set(CURLOPT_URL, request.message.url ?? "")
    try set(CURLOPT_PATH_AS_IS, true)
    try set(CURLOPT_DISALLOW_USERNAME_IN_URL, true)
    try set(CURLOPT_PROTOCOLS_STR, request.isEncrypted ? "https" : "http")
    try set(CURLOPT_FOLLOWLOCATION, false)
    try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    // Plain HTTP is used on loopback only: a proxy would get the token unencrypted.
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
    try set(CURLOPT_TIMEOUT_MS, request.message.timeout.wholeMilliseconds)
    // Otherwise the end of a transfer waits for the thread that looks up its name, up to half a
    // minute. libcurl 7.85 and 7.86 lack this option.
    try? set(CURLOPT_QUICK_EXIT, true)
  }

  /// Limits how slow the transfer may be from now on.
  ///
  /// libcurl reads these options once per second, and would count the time that a server needs to
  /// respond.
  borrowing func forbidStalling(_ limits: CurlConfiguration) throws(CurlFailure) {
    try set(CURLOPT_LOW_SPEED_LIMIT, limits.minRate)
    try set(CURLOPT_LOW_SPEED_TIME, max(1, Int(limits.minRateTime.components.seconds)))
  }

  private borrowing func configureBody(_ request: CurlRequest) throws(CurlFailure) {
    if request.sendsContentLength {
      try set(CURLOPT_POST, true)
      try setOffset(CURLOPT_POSTFIELDSIZE_LARGE, request.message.body.count)
      try copyBody(request.message.body)
    } else if request.message.head.method == .head {
      try set(CURLOPT_NOBODY, true)
    }
    try set(CURLOPT_CUSTOMREQUEST, request.message.head.method.rawValue)
  }

  /// Copies a body; its size must be set before.
  ///
  /// `unsafe` because the option takes a pointer, here to an array that outlives the call.
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
    // Otherwise libcurl installs signal handlers, which affect the whole process.
    try set(CURLOPT_NOSIGNAL, true)
    try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // A new request waits to share a connection over HTTP/2, which the TLS handshake negotiates.
    // Over plain HTTP it would wait for the first response.
    try set(CURLOPT_PIPEWAIT, request.isEncrypted && request.message.isRepeatable)
    // libcurl repeats any request if a reused connection ends without a byte, but not on a new
    // connection (CURLOPT_FRESH_CONNECT(3)).
    try set(CURLOPT_FRESH_CONNECT, !request.message.isRepeatable)
    try set(CURLOPT_HTTP09_ALLOWED, false)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    // An empty list means every encoding that libcurl supports.
    try set(CURLOPT_ACCEPT_ENCODING, "")
  }
}

extension Duration {
  /// Rounded down, from 1 to about 24 days: libcurl reads 0 as "no limit".
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
