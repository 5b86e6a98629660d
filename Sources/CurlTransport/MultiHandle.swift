import CCurl
import HTTPTransport

/// Owns a `CURLM`: the set of running transfers and the connections kept for reuse.
@safe struct MultiHandle: ~Copyable {
  private let raw: UnsafeMutableRawPointer

  init() {
    // Only an exhausted heap makes this nil, and nothing could be said of it then.
    guard let raw = unsafe curl_multi_init() else { preconditionFailure("curl_multi_init failed") }
    unsafe self.raw = raw
    unsafe ccurl_multi_set_long(raw, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
  }

  deinit {
    unsafe curl_multi_cleanup(raw)
  }

  /// What ends ``poll()``; to be dropped before the handle is.
  ///
  /// @unchecked Sendable because libcurl documents this one call as safe from any thread
  /// (curl_multi_wakeup(3)).
  @safe struct Waker: @unchecked Sendable {
    fileprivate let raw: UnsafeMutableRawPointer

    func wakeUp() {
      unsafe curl_multi_wakeup(raw)
    }
  }

  var waker: Waker { unsafe Waker(raw: raw) }

  borrowing func add(_ transfer: Transfer) throws(TransportError) {
    let code = unsafe curl_multi_add_handle(raw, transfer.easy.raw)
    guard code == CURLM_OK else {
      throw transfer.error(.other, unsafe String(cString: curl_multi_strerror(code)))
    }
  }

  borrowing func remove(_ transfer: Transfer) {
    unsafe curl_multi_remove_handle(raw, transfer.easy.raw)
  }

  /// Moves every transfer as far as it goes without waiting.
  borrowing func perform() {
    var running: Int32 = 0
    unsafe curl_multi_perform(raw, &running)
  }

  /// Sleeps until a socket is ready, one of libcurl's own timers is due, or ``Waker/wakeUp()``.
  borrowing func poll() {
    unsafe curl_multi_poll(raw, nil, 0, Int32.max, nil)
  }

  /// The next transfer that came to its end, and how.
  borrowing func nextFinished() -> (Submission.ID, CURLcode)? {
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(raw, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
      guard let easy = unsafe message.pointee.easy_handle else { continue }
      return unsafe (Transfer.id(of: easy), message.pointee.data.result)
    }
    return nil
  }
}
