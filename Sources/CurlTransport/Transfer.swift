import CCurl
import HTTPTransport
import HTTPTypes

/// A request's transfer with libcurl.
///
/// Not Sendable: it belongs to the loop's thread, which also runs the callbacks.
///
/// `unsafe` because libcurl passes this object and received bytes as pointers: the loop keeps the
/// transfer until its handle is removed from the multi handle, and the callback copies the bytes.
final class Transfer {
  private let id: CurlRequest.ID
  let request: CurlRequest
  let easy: EasyHandle

  private let headers: HeaderList
  private let errorText = ErrorText()
  private var head = ResponseHead()
  private var body: [UInt8] = []
  private var overflow: (code: TransportError.Code, reason: String)?
  /// Whether the speed of the response is limited.
  private var isTimed = false
  private let start = ContinuousClock.now

  init(_ id: CurlRequest.ID, _ request: CurlRequest) throws(TransportError) {
    (self.id, self.request) = (id, request)
    guard let easy = EasyHandle() else { throw request.error(.other, "curl_easy_init failed") }
    self.easy = easy
    headers = HeaderList(request.headerLines)
    do throws(CurlFailure) {
      try self.easy.configure(for: request)
      try connectCallbacks()
    } catch {
      throw request.error(.invalidRequest, error.reason)
    }
  }

  /// The id of the transfer that a handle belongs to.
  static func id(of easy: UnsafeMutableRawPointer) -> CurlRequest.ID {
    var context: UnsafeMutableRawPointer?
    unsafe ccurl_get_pointer(easy, CURLINFO_PRIVATE, &context)
    return unsafe transfer(context)?.id ?? 0
  }

  /// Whether a response is overdue, so that the connection may be dead.
  var isSilent: Bool {
    !head.hasBegun && start.duration(to: .now) >= request.configuration.suspiciousSilence
  }

  func outcome(of result: CURLcode) -> CurlRequest.Outcome {
    if let overflow { return .failure(request.error(overflow.code, overflow.reason)) }
    guard result == CURLE_OK else {
      return .failure(request.error(code(for: result), reason(for: result)))
    }
    let status = easy.long(CURLINFO_RESPONSE_CODE)
    guard (100...999).contains(status) else {
      return .failure(request.error(.malformedResponse, "HTTP status \(status)"))
    }
    return .success(
      TransportResponse(
        head: head.response(status: status),
        body: body,
        metrics: easy.metrics()
      )
    )
  }

  /// libcurl reports a proxy that refuses CONNECT as a broken connection, and a slow name lookup
  /// like an incomplete response.
  private func code(for result: CURLcode) -> TransportError.Code {
    if easy.long(CURLINFO_HTTP_CONNECTCODE) >= 300 { return .proxy }
    // A request on an existing connection is sent without a lookup.
    let isResolved =
      easy.offset(CURLINFO_NAMELOOKUP_TIME_T) > 0 || easy.offset(CURLINFO_PRETRANSFER_TIME_T) > 0
    return result == CURLE_OPERATION_TIMEDOUT && !isResolved
      ? .nameResolutionTimeout : TransportError.Code(result)
  }

  private func reason(for result: CURLcode) -> String {
    let specific = errorText.text
    let text = specific.isEmpty ? unsafe String(cString: curl_easy_strerror(result)) : specific
    return text.hidingUserInformation
  }
}

// MARK: Callbacks

/// The callbacks capture nothing: libcurl passes the transfer as their context.
extension Transfer {
  private func connectCallbacks() throws(CurlFailure) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    try unsafe easy.set(CURLOPT_PRIVATE, context)
    try unsafe easy.set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText.raw))
    try unsafe easy.set(CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(headers.raw))
    try unsafe easy.set(CURLOPT_WRITEDATA, context)
    try unsafe easy.set(CURLOPT_HEADERDATA, context)
    try unsafe easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let transfer = unsafe Transfer.transfer(context) else { return 0 }
      return unsafe transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    try unsafe easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let transfer = unsafe Transfer.transfer(context) else { return 0 }
      return unsafe transfer.receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
  }

  private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }

  /// Counts decompressed bytes: `CURLOPT_MAXFILESIZE` limits neither chunked nor compressed bodies.
  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= request.configuration.maxBodyBytes else {
      let isSuccess = (200..<300).contains(easy.long(CURLINFO_RESPONSE_CODE))
      overflow = (
        // An oversized error body is an error page, not the requested data.
        isSuccess ? .responseTooLarge : .malformedResponse,
        "the body is larger than \(request.configuration.maxBodyBytes) bytes"
      )
      return 0
    }
    if body.isEmpty {
      let expected = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
      body.reserveCapacity(min(max(expected, 0), request.configuration.maxBodyBytes))
    }
    unsafe body.append(contentsOf: bytes)
    return bytes.count
  }

  private func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard unsafe head.receive(bytes, limit: request.configuration.maxHeadBytes) else {
      overflow = (
        .malformedResponse,
        "the header fields are larger than \(request.configuration.maxHeadBytes) bytes"
      )
      return 0
    }
    if head.hasBegun, !isTimed {
      isTimed = true
      // These options are valid for every transfer, and the time limit applies without them.
      try? easy.forbidStalling(request.configuration)
    }
    return bytes.count
  }
}

// MARK: - Response head

/// A response's header fields, collected from single lines.
///
/// `unsafe` because a line is a pointer, which is copied before the callback returns.
struct ResponseHead {
  /// Whether there is a final status line, rather than an interim one.
  private(set) var hasBegun = false
  private var fields = HTTPFields()
  private var size = 0

  /// Adds a line; returns false if all lines together exceed the limit in bytes.
  ///
  /// A new status line starts a new response: the fields of an interim one (1xx) are dropped.
  mutating func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Bool {
    size += bytes.count
    guard size <= limit else { return false }
    let line = unsafe String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      fields = HTTPFields()
      hasBegun = hasBegun || line.split(separator: " ").dropFirst().first?.first != "1"
    } else {
      append(line)
    }
    return true
  }

  func response(status: Int) -> HTTPResponse {
    HTTPResponse(status: .init(code: status), headerFields: fields)
  }

  /// A line without a colon, or whose name is not a token (RFC 9110, section 5.1), is ignored.
  private mutating func append(_ line: String) {
    guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon]))
    else { return }
    // The initializer trims the value, including the line ending.
    fields.append(HTTPField(name: name, value: String(line[line.index(after: colon)...])))
  }
}

extension TransportError.Code {
  /// The error code for a libcurl result (libcurl-errors(3)).
  init(_ code: CURLcode) {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: self = .nameResolution
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: self = .connection
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: self = .proxy
    case CURLE_OPERATION_TIMEDOUT: self = .timeout
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      self = .tls
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      self = .connectionLost
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
      CURLE_WRITE_ERROR,
      // libcurl reports a header line above its own limit as exhausted memory.
      CURLE_OUT_OF_MEMORY:
      self = .malformedResponse
    case CURLE_URL_MALFORMAT: self = .invalidRequest
    default: self = .other
    }
  }
}

extension String {
  /// The text without the user names and passwords in its URLs.
  ///
  /// libcurl repeats the address of a proxy that it cannot parse, including its password. Such an
  /// address is removed completely.
  var hidingUserInformation: String {
    if let quote = firstRange(of: "proxy syntax in '") {
      return self[..<quote.upperBound] + "(hidden)'"
    }
    var hidden = ""
    var rest = self[...]
    while let start = rest.firstRange(of: "://") {
      hidden += rest[..<start.upperBound]
      rest = rest[start.upperBound...]
      let word = rest.prefix { !$0.isWhitespace }
      guard let end = word.lastIndex(of: "@") else { continue }
      hidden += "(hidden)"
      rest = rest[end...]
    }
    return hidden + rest
  }
}
