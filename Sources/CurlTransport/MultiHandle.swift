import CCurl
import HTTPTransport

/// Owns a `CURLM`: the running transfers and the reusable connections.
///
/// Not Sendable: it belongs to the loop's thread.
///
/// `unsafe` because a `CURLM` is a pointer to C's memory: it is valid from `init` to `deinit`, and
/// each easy handle stays in `running` until it is removed.
@safe struct MultiHandle: ~Copyable {
  private let raw: UnsafeMutableRawPointer
  private var running: [CurlRequest.ID: Transfer] = [:]

  init() {
    // Nil only if memory is exhausted, in which case no error could be reported either.
    guard let raw = unsafe curl_multi_init() else { preconditionFailure("curl_multi_init failed") }
    unsafe self.raw = raw
    unsafe ccurl_multi_set_long(raw, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
  }

  deinit {
    for transfer in running.values { unsafe curl_multi_remove_handle(raw, transfer.easy.raw) }
    unsafe curl_multi_cleanup(raw)
  }

  /// Ends ``poll()`` from another thread; released before the handle.
  ///
  /// @unchecked Sendable because libcurl documents this call as safe from any thread
  /// (curl_multi_wakeup(3)).
  @safe struct Waker: @unchecked Sendable {
    fileprivate let raw: UnsafeMutableRawPointer

    func wakeUp() {
      unsafe curl_multi_wakeup(raw)
    }
  }

  var waker: Waker { unsafe Waker(raw: raw) }

  /// Starts a request; returns the error if it cannot be started.
  mutating func start(_ id: CurlRequest.ID, _ request: CurlRequest) -> TransportError? {
    do throws(TransportError) {
      let transfer = try Transfer(id, request)
      let code = unsafe curl_multi_add_handle(raw, transfer.easy.raw)
      guard code == CURLM_OK else {
        return request.error(.other, unsafe String(cString: curl_multi_strerror(code)))
      }
      running[id] = transfer
      return nil
    } catch {
      return error
    }
  }

  /// Whether no transfer is running.
  var isIdle: Bool { running.isEmpty }

  /// The transfer of a request; nil if it has ended.
  func transfer(_ id: CurlRequest.ID) -> Transfer? { running[id] }

  /// Advances every transfer without waiting, and reports the finished ones.
  mutating func perform(_ finish: (CurlRequest.ID, CurlRequest.Outcome) -> Void) {
    var count: Int32 = 0
    unsafe curl_multi_perform(raw, &count)
    while let (id, result) = nextFinished() {
      guard let transfer = running[id] else { continue }
      finish(id, transfer.outcome(of: result))
      remove(id)
    }
  }

  /// Waits for a socket, for one of libcurl's timers, or for ``Waker/wakeUp()``.
  borrowing func poll() {
    unsafe curl_multi_poll(raw, nil, 0, Int32.max, nil)
  }

  /// Ends a transfer after its outcome was reported; libcurl may wait for its threads here.
  mutating func remove(_ id: CurlRequest.ID) {
    guard let transfer = running.removeValue(forKey: id) else { return }
    unsafe curl_multi_remove_handle(raw, transfer.easy.raw)
  }

  /// The next finished transfer and its result.
  private borrowing func nextFinished() -> (CurlRequest.ID, CURLcode)? {
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(raw, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
      guard let easy = unsafe message.pointee.easy_handle else { continue }
      return unsafe (Transfer.id(of: easy), message.pointee.data.result)
    }
    return nil
  }
}
