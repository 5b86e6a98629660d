import CCurl
import CLibrary
import HTTPTransport
import System

/// The thread that runs libcurl, and loads it if necessary.
///
/// Only that thread has the multi handle with its transfers and connections; other threads queue
/// commands and wake it. It starts with the first request, and sleeps in `curl_multi_poll` while
/// idle.
///
/// On a timeout libcurl ends only the HTTP/2 stream, and would reuse the silent connection for the
/// next request, whatever its options. So a timeout retires the loop: further requests need a new
/// one, and the thread ends with its last transfer.
final class CurlLoop: Sendable {
  private let queue = Guarded(RequestQueue())

  /// Whether new requests must go to another loop.
  var isRetired: Bool { queue.withLock(\.isRetired) }

  /// Sends a request on the thread, and waits for its outcome.
  ///
  /// A request ended early by `cancel` or the caller's own time limit has that outcome.
  func outcome(of request: CurlRequest) async -> CurlRequest.Outcome {
    let id = queue.withLock { $0.nextID() }
    // libcurl does not check its time limit while it receives empty HTTP/2 frames.
    let deadline = Task {
      try await Task.sleep(for: request.message.timeout + Self.grace)
      expire(id)
    }
    defer { deadline.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { submit(request, id, $0) }
    } onCancel: {
      cancel(id)
    }
  }

  private static let grace = Duration.seconds(1)

  private func submit(
    _ request: CurlRequest,
    _ id: CurlRequest.ID,
    _ continuation: CheckedContinuation<CurlRequest.Outcome, Never>
  ) {
    let needsThread = queue.withLock { queue in
      queue.submit(request, id, continuation)
      return queue.claimsThread()
    }
    if needsThread { startThread() } else { wakeUp() }
    // The handler of a task canceled earlier found no request.
    if Task.isCancelled { cancel(id) }
  }

  private func cancel(_ id: CurlRequest.ID) {
    if queue.withLock({ $0.cancel(id) }) != nil { wakeUp() }
  }

  /// Fails a request that took too long, and cancels its transfer.
  func expire(_ id: CurlRequest.ID) {
    guard let request = queue.withLock({ $0.cancel(id) }) else { return }
    finish(id, with: .failure(request.error(.timeout, "the response did not end")))
    wakeUp()
  }

  /// Ends the thread with its last transfer.
  func retire() {
    queue.withLock { $0.isRetired = true }
    wakeUp()
  }

  /// Wakes the thread; does nothing without a waker, because the thread has not read the queue yet.
  private func wakeUp() {
    queue.withLock { $0.waker?.wakeUp() }
  }

  /// Starts the thread; if the system cannot, the waiting requests fail.
  private func startThread() {
    do throws(SystemError) {
      // Retained by its thread until `run` returns.
      try DedicatedThread.start { self.run() }
    } catch {
      refuseWaiting(.other, because: "no more threads")
    }
  }

  /// The thread's body.
  private func run() {
    blockBrokenPipeSignal()
    if let problem = CurlLibrary.initialize() {
      return refuseWaiting(.library, because: problem)
    }
    var multi = MultiHandle()
    queue.withLock { $0.waker = multi.waker }
    drive(&multi)
  }

  /// Fails the requests waiting for a thread that could not start; the next request starts another
  /// one.
  private func refuseWaiting(_ code: TransportError.Code, because problem: String) {
    let commands = queue.withLock { queue in
      queue.hasThread = false
      return queue.takeCommands()
    }
    for command in commands {
      if case .start(let id, let request) = command {
        finish(id, with: .failure(request.error(code, problem)))
      }
    }
  }

  private func drive(_ multi: inout MultiHandle) {
    while true {
      for command in queue.withLock({ $0.takeCommands() }) { perform(command, on: &multi) }
      multi.perform { finish($0, with: $1) }
      if multi.isIdle, queue.withLock({ $0.endsThread() }) { return }
      multi.poll()
    }
  }

  private func perform(_ command: RequestQueue.Command, on multi: inout MultiHandle) {
    switch command {
    case .start(let id, let request):
      if let error = multi.start(id, request) { finish(id, with: .failure(error)) }
    case .cancel(let id):
      guard let transfer = multi.transfer(id) else { return }
      if transfer.isSilent { queue.withLock { $0.isRetired = true } }
      finish(id, with: .failure(transfer.request.error(.canceled, "canceled")))
      multi.remove(id)
    }
  }

  /// Reports an outcome; only a request's first one counts.
  private func finish(_ id: CurlRequest.ID, with outcome: CurlRequest.Outcome) {
    queue.withLock { $0.finish(id, with: outcome) }?.resume(returning: outcome)
  }
}

/// Blocks SIGPIPE on this thread, so that a closed connection is an error of OpenSSL's write.
///
/// The signal is sent to the writing thread, so `… | head -1` still ends the process.
/// `unsafe` because the calls take a pointer, here to a local that outlives them.
private func blockBrokenPipeSignal() {
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe sigaddset(&signals, SIGPIPE)
  unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
}

/// The state that the loop shares with other threads, as a state machine without side effects.
struct RequestQueue {
  /// A command for the loop's thread.
  enum Command: Sendable {
    case start(CurlRequest.ID, CurlRequest)
    case cancel(CurlRequest.ID)
  }

  /// An unfinished request, and the caller waiting for it.
  struct Waiting: Sendable {
    let request: CurlRequest
    let continuation: CheckedContinuation<CurlRequest.Outcome, Never>
  }

  private var waiting: [CurlRequest.ID: Waiting] = [:]
  private var commands: [Command] = []
  private var lastID: CurlRequest.ID = 0
  var hasThread = false
  /// Whether the thread ends when idle, and new requests must go to another loop.
  var isRetired = false
  /// Wakes the thread; nil until it polls, and after it has ended.
  var waker: MultiHandle.Waker?

  /// Whether the caller must start the thread.
  mutating func claimsThread() -> Bool {
    defer { hasThread = true }
    return !hasThread
  }

  mutating func nextID() -> CurlRequest.ID {
    lastID += 1
    return lastID
  }

  mutating func submit(
    _ request: CurlRequest,
    _ id: CurlRequest.ID,
    _ continuation: CheckedContinuation<CurlRequest.Outcome, Never>
  ) {
    waiting[id] = Waiting(request: request, continuation: continuation)
    commands.append(.start(id, request))
  }

  /// Returns the request that the loop must be woken to cancel; nil if it has ended.
  mutating func cancel(_ id: CurlRequest.ID) -> CurlRequest? {
    guard let request = waiting[id]?.request else { return nil }
    commands.append(.cancel(id))
    return request
  }

  /// Removes a request, and returns the caller to resume; nil if it has ended.
  ///
  /// A timeout retires the loop before its caller can send the next request.
  mutating func finish(
    _ id: CurlRequest.ID,
    with outcome: CurlRequest.Outcome
  ) -> CheckedContinuation<CurlRequest.Outcome, Never>? {
    guard let waiting = waiting.removeValue(forKey: id) else { return nil }
    if case .failure(let error) = outcome, error.code.isTimeout { isRetired = true }
    return waiting.continuation
  }

  /// Whether a thread without transfers must end; a later request then starts another one.
  mutating func endsThread() -> Bool {
    guard isRetired, commands.isEmpty else { return false }
    (hasThread, waker) = (false, nil)
    return true
  }

  mutating func takeCommands() -> [Command] {
    defer { commands.removeAll(keepingCapacity: true) }
    return commands
  }
}

/// Loads and initializes libcurl once per process.
///
/// `unsafe` because libcurl returns pointers to static strings, which are copied immediately.
enum CurlLibrary {
  /// Loads and initializes libcurl on the first call; returns why it cannot be used, or nil.
  static func initialize() -> String? {
    once
  }

  private static let once: String? = {
    if let problem = unsafe ccurl_load() { return unsafe String(cString: problem) }
    return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
      ? nil : "libcurl failed to initialize"
  }()

  /// Removes `SSLKEYLOGFILE` from the environment.
  ///
  /// libcurl would write the session keys to that file, which could decrypt recorded traffic with
  /// the token. Called before a second thread might read the environment.
  static func disableKeyLog() {
    // `unsafe` because unsetenv(3) races with readers of the environment: there are none yet.
    unsafe unsetenv("SSLKEYLOGFILE")
  }

  /// The versions of libcurl and its TLS library, such as `7.88.1 OpenSSL/3.0.15`.
  static var version: String {
    guard initialize() == nil, let text = unsafe curl_version() else { return "" }
    return unsafe String(cString: text)
  }
}
