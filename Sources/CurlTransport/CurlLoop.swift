import CCurl
import CLibrary
import HTTPTransport
import System

/// The thread that runs libcurl, and loads it if necessary.
///
/// Only that thread has the multi handle and the transfers on it; other threads leave commands in the
/// queue and wake it. It sleeps in `curl_multi_poll` and has nothing to do while idle.
package final class CurlLoop: Sendable {
  private let queue = Guarded(RequestQueue())

  /// Creates a loop, whose thread starts with the first request.
  package init() {
    CurlLibrary.disableKeyLog()
  }

  /// Loads libcurl on the calling thread, for a request that is still being made on another.
  ///
  /// A request that is sent in the meantime does not wait for a lock: it is queued until there is a thread.
  /// `load` is called with the loading itself.
  package func prepare(in load: (() -> Void) -> Void = { $0() }) {
    guard queue.withLock({ $0.claimsThread() }) else { return }
    load { _ = CurlLibrary.initialize() }
    startThread()
  }

  /// Sends a request on the thread, and waits for its outcome.
  ///
  /// A request that `cancel` or the caller's own time limit ends first has that outcome.
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
    // The handler of a task that was canceled before found no request.
    if Task.isCancelled { cancel(id) }
  }

  private func cancel(_ id: CurlRequest.ID) {
    if queue.withLock({ $0.cancel(id) }) { wakeUp() }
  }

  /// Fails a request that took too long, and cancels its transfer.
  func expire(_ id: CurlRequest.ID) {
    let isOpen = queue.withLock { $0.cancel(id) }
    guard isOpen, let waiting = queue.withLock({ $0.finish(id) }) else { return }
    let error = waiting.request.error(.timeout, "the response did not end")
    waiting.continuation.resume(returning: .failure(error))
    wakeUp()
  }

  func stop() {
    queue.withLock { $0.isStopped = true }
    wakeUp()
  }

  /// Does nothing without a waker: the thread has not read the queue yet.
  private func wakeUp() {
    queue.withLock { $0.waker?.wakeUp() }
  }

  /// If the system has no thread left, the waiting requests fail.
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
    queue.withLock { $0.waker = nil }
  }

  /// Fails what waits for the thread that could not be started; the next request starts another one.
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
      let (commands, isStopped) = queue.withLock { ($0.takeCommands(), $0.isStopped) }
      for command in commands { perform(command, on: &multi) }
      if isStopped { break }
      multi.perform { finish($0, with: $1) }
      multi.poll()
    }
  }

  private func perform(_ command: RequestQueue.Command, on multi: inout MultiHandle) {
    switch command {
    case .start(let id, let request):
      if let error = multi.start(id, request) { finish(id, with: .failure(error)) }
    case .cancel(let id):
      if let outcome = multi.cancel(id) { finish(id, with: outcome) }
    }
  }

  /// Only the first outcome of a request counts.
  private func finish(_ id: CurlRequest.ID, with outcome: CurlRequest.Outcome) {
    queue.withLock { $0.finish(id) }?.continuation.resume(returning: outcome)
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

/// The state that the loop shares with other threads: a state machine without side effects.
struct RequestQueue {
  /// A command for the loop's thread.
  enum Command: Sendable {
    case start(CurlRequest.ID, CurlRequest)
    case cancel(CurlRequest.ID)
  }

  /// A request that has not ended, and the caller that waits for it.
  struct Waiting: Sendable {
    let request: CurlRequest
    let continuation: CheckedContinuation<CurlRequest.Outcome, Never>
  }

  private var waiting: [CurlRequest.ID: Waiting] = [:]
  private var commands: [Command] = []
  private var lastID: CurlRequest.ID = 0
  var hasThread = false
  var isStopped = false
  /// Nil until the thread polls, and after it has ended.
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

  /// Returns whether the loop must be woken up.
  mutating func cancel(_ id: CurlRequest.ID) -> Bool {
    guard waiting[id] != nil else { return false }
    commands.append(.cancel(id))
    return true
  }

  /// Removes a request; nil if it has ended.
  mutating func finish(_ id: CurlRequest.ID) -> Waiting? { waiting.removeValue(forKey: id) }

  mutating func takeCommands() -> [Command] {
    defer { commands.removeAll(keepingCapacity: true) }
    return commands
  }
}

/// Loads and initializes libcurl, once in a process.
///
/// `unsafe` because libcurl returns pointers to static texts, which are copied at once.
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
  /// libcurl would write the session keys to that file, which decrypt a recording of the connection with
  /// the token. Called before a second thread might read the environment.
  static func disableKeyLog() {
    // `unsafe` because unsetenv(3) races with readers of the environment: there are none yet.
    unsafe unsetenv("SSLKEYLOGFILE")
  }

  /// libcurl's version and that of its TLS library, as in `7.88.1 OpenSSL/3.0.15`.
  static var version: String {
    guard initialize() == nil, let text = unsafe curl_version() else { return "" }
    return unsafe String(cString: text)
  }
}
