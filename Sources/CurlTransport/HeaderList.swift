import CCurl

/// Owns a `curl_slist` of header lines; libcurl reads it until the transfer is over.
@safe struct HeaderList: ~Copyable {
  private(set) var raw: UnsafeMutablePointer<curl_slist>?

  init(_ lines: [String]) {
    unsafe raw = nil
    for line in lines {
      // A nil answer means an exhausted heap; the list so far stays valid (curl_slist_append(3)).
      if let longer = unsafe curl_slist_append(raw, line) { unsafe raw = longer }
    }
  }

  deinit {
    unsafe curl_slist_free_all(raw)
  }
}
