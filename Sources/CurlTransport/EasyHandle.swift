import CCurl
import HTTPTransport

/// Owns a `CURL`: one transfer's settings and state.
@safe struct EasyHandle: ~Copyable {
  let raw: UnsafeMutableRawPointer

  init(host: String) throws(TransportError) {
    guard let raw = unsafe curl_easy_init() else {
      throw TransportError(.other, host: host, reason: "curl_easy_init failed")
    }
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

  /// libcurl copies the text.
  borrowing func set(_ option: CURLoption, _ value: String) throws(CurlFailure) {
    try check(option, unsafe ccurl_set_string(raw, option, value))
  }

  /// Puts the option back to none.
  borrowing func clear(_ option: CURLoption) throws(CurlFailure) {
    try check(option, unsafe ccurl_set_string(raw, option, nil))
  }

  borrowing func setOffset(_ option: CURLoption, _ value: Int) throws(CurlFailure) {
    try check(option, unsafe ccurl_set_offset(raw, option, curl_off_t(value)))
  }

  /// The caller keeps what the pointer names alive until the handle is gone.
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

/// An option that this libcurl does not take.
struct CurlFailure: Error {
  let option: CURLoption
  let code: CURLcode

  /// As in `libcurl refused option 10318 (Unsupported protocol)`.
  var reason: String {
    let text = unsafe String(cString: curl_easy_strerror(code))
    return "libcurl refused option \(option.rawValue) (\(text))"
  }
}
