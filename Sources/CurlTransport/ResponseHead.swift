import HTTPTypes

/// Gathers the header lines that libcurl hands over, one by one.
struct ResponseHead {
  private var fields = HTTPFields()
  private var size = 0

  /// Takes one line; false once all lines together go past the limit, in bytes.
  ///
  /// A new status line starts a new answer: what an interim answer (1xx) said is dropped.
  mutating func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Bool {
    size += bytes.count
    guard size <= limit else { return false }
    let line = unsafe String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      fields = HTTPFields()
    } else {
      append(line)
    }
    return true
  }

  func response(status: Int) -> HTTPResponse {
    HTTPResponse(status: .init(code: status), headerFields: fields)
  }

  /// A line without a colon, or whose name is no token (RFC 9110, section 5.1), says nothing.
  private mutating func append(_ line: String) {
    guard let colon = line.firstIndex(of: ":") else { return }
    guard let name = HTTPField.Name(String(line[..<colon])) else { return }
    let value = line[line.index(after: colon)...].trimmingSuffix(while: \.isWhitespace)
    fields.append(HTTPField(name: name, value: String(value.drop(while: \.isWhitespace))))
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
    var end = endIndex
    while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}
