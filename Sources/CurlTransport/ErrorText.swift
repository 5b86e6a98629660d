import CCurl

/// Owns the buffer that libcurl writes its specific error message into (CURLOPT_ERRORBUFFER(3)).
@safe struct ErrorText: ~Copyable {
  let raw: UnsafeMutablePointer<CChar>

  init() {
    unsafe raw = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe raw.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    unsafe raw.deallocate()
  }

  /// Empty until something failed.
  var text: String { unsafe String(cString: raw) }
}
