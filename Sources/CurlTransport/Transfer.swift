import CCurl
import HTTPTransport
import HTTPTypes

/// One request on libcurl, from its settings to its outcome.
///
/// Not Sendable: it belongs to the loop's thread, which also runs the callbacks.
final class Transfer {
  let submission: Submission
  let easy: EasyHandle

  private let request: CurlRequest
  private let headers: HeaderList
  private let errorText = ErrorText()
  private var head = ResponseHead()
  private var body: [UInt8] = []
  private var overflow: String?

  init(_ submission: Submission) throws(TransportError) {
    self.submission = submission
    request = submission.request
    easy = try EasyHandle(host: request.host)
    headers = HeaderList(request.headerLines)
    do throws(CurlFailure) {
      try easy.configure(for: request)
      try connectCallbacks()
    } catch {
      throw TransportError(.invalidRequest, host: request.host, reason: error.reason)
    }
  }

  /// The id of the transfer that a handle belongs to.
  static func id(of easy: UnsafeMutableRawPointer) -> Submission.ID {
    var context: UnsafeMutableRawPointer?
    unsafe ccurl_get_pointer(easy, CURLINFO_PRIVATE, &context)
    return unsafe transfer(context)?.submission.id ?? 0
  }

  func error(_ code: TransportError.Code, _ reason: String) -> TransportError {
    TransportError(code, host: request.host, reason: reason)
  }

  func outcome(of result: CURLcode) -> Submission.Outcome {
    if let overflow { return .failure(error(.responseTooLarge, overflow)) }
    guard result == CURLE_OK else { return .failure(error(code(for: result), reason(for: result))) }
    let status = easy.long(CURLINFO_RESPONSE_CODE)
    guard (100...999).contains(status) else {
      return .failure(error(.malformedResponse, "HTTP status \(status)"))
    }
    return .success(
      TransportResponse(
        head: head.response(status: status),
        body: body,
        metrics: easy.metrics()
      )
    )
  }

  /// A proxy that answers CONNECT with a refusal shows as a broken connection otherwise.
  private func code(for result: CURLcode) -> TransportError.Code {
    easy.long(CURLINFO_HTTP_CONNECTCODE) >= 300 ? .proxy : TransportError.Code(result)
  }

  private func reason(for result: CURLcode) -> String {
    let specific = errorText.text
    let text = specific.isEmpty ? unsafe String(cString: curl_easy_strerror(result)) : specific
    return text.hidingUserInformation
  }
}

// MARK: Callbacks

/// They capture nothing: libcurl hands the transfer back as their context. The pointers stay valid
/// because the loop keeps the transfer until its handle is off the multi handle.
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

  /// Counts what was decoded: `CURLOPT_MAXFILESIZE` sees neither a chunked body nor a gzip bomb.
  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= request.configuration.largestBody else {
      overflow = "the body is larger than \(request.configuration.largestBody) bytes"
      return 0
    }
    // Room is no memory before it is written to; growing by and by copies what is there each time.
    if !body.isEmpty, body.capacity < Self.usualPage { body.reserveCapacity(Self.usualPage) }
    unsafe body.append(contentsOf: bytes)
    return bytes.count
  }

  /// More than a page of a hundred repositories, in bytes.
  private static let usualPage = 1 << 20

  private func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard unsafe head.receive(bytes, limit: request.configuration.largestHead) else {
      overflow = "the header fields are larger than \(request.configuration.largestHead) bytes"
      return 0
    }
    return bytes.count
  }
}
