import CCurl
import HTTPTransport
import System

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread that runs libcurl, and loads it if necessary.
///
/// Only that thread has the multi handle and the transfers on it; other threads leave commands in the
/// queue and wake it. It sleeps in `curl_multi_poll` and has nothing to do while idle.
package final class CurlLoop: Sendable {
  private let queue = Guarded(SubmissionQueue())
  private let hasThread = Guarded(false)
  /// Nil until the thread polls, and after it has ended.
  private let waker = Guarded<MultiHandle.Waker?>(nil)

  /// Creates a loop, whose thread starts with the first request.
  package init() {
    CurlLibrary.disableKeyLog()
  }

  /// Loads libcurl on the calling thread, for a request that is still being made on another.
  ///
  /// A request that is sent in the meantime does not wait for a lock: it is queued until there is a thread.
  /// `load` is called with the loading itself.
  package func prepare(in load: (() -> Void) -> Void = { $0() }) {
    guard hasThread.claim() else { return }
    load { _ = CurlLibrary.initialize() }
    startThread()
  }

  /// Queues a request for the thread.
  func submit(_ request: CurlRequest) -> Submission {
    let (submission, problem) = queue.withLock { ($0.submit(request), $0.problem) }
    if let problem {
      submission.fail(.library, problem)
    } else if hasThread.claim() {
      startThread()
    } else {
      wakeUp()
    }
    return submission
  }

  func cancel(_ id: Submission.ID) {
    if queue.withLock({ $0.cancel(id) }) { wakeUp() }
  }

  /// Fails a request that took too long, and cancels its transfer.
  ///
  /// The timeout comes first, since only the first outcome counts.
  func expire(_ submission: Submission) {
    submission.fail(.timeout, "the response did not end")
    cancel(submission.id)
  }

  func stop() {
    queue.withLock { $0.stop() }
    wakeUp()
  }

  /// Does nothing without a waker: the thread has not read the queue yet.
  private func wakeUp() {
    waker.withLock { $0?.wakeUp() }
  }

  /// If the system has no thread left, the waiting requests fail, and the next one tries again.
  private func startThread() {
    do throws(SystemError) {
      // Retained by its thread until `run` returns.
      try DedicatedThread.start { self.run() }
    } catch {
      hasThread.withLock { $0 = false }
      refuseWaiting(.other, because: "no more threads")
    }
  }

  /// The thread's whole life.
  private func run() {
    blockBrokenPipeSignal()
    if let problem = CurlLibrary.initialize() {
      queue.withLock { $0.refuseAll(because: problem) }
      return refuseWaiting(.library, because: problem)
    }
    var multi = MultiHandle()
    waker.withLock { $0 = multi.waker }
    drive(&multi)
    waker.withLock { $0 = nil }
  }

  private func refuseWaiting(_ code: TransportError.Code, because problem: String) {
    let waiting = queue.withLock { $0.takeWaiting() }
    for submission in waiting { submission.fail(code, problem) }
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

  private func perform(_ command: SubmissionQueue.Command, on multi: inout MultiHandle) {
    switch command {
    case .start(let submission):
      if let error = multi.start(submission) { finish(submission, with: .failure(error)) }
    case .cancel(let id):
      if let ended = multi.cancel(id) { finish(ended.0, with: ended.1) }
    }
  }

  private func finish(_ submission: Submission, with outcome: Submission.Outcome) {
    queue.withLock { $0.finish(submission.id) }
    submission.waiter.resume(returning: outcome)
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

/// The requests and cancellations that wait for the loop: a state machine without side effects.
struct SubmissionQueue {
  /// A command for the loop's thread.
  enum Command: Sendable {
    case start(Submission)
    case cancel(Submission.ID)

    /// Nil for a cancellation.
    fileprivate var submission: Submission? {
      if case .start(let submission) = self { submission } else { nil }
    }
  }

  /// The requests that have not ended.
  private var open: Set<Submission.ID> = []
  private var commands: [Command] = []
  private var lastID: Submission.ID = 0
  private(set) var isStopped = false
  /// Why libcurl cannot be used; nothing is queued then.
  private(set) var problem: String?

  mutating func submit(_ request: CurlRequest) -> Submission {
    lastID += 1
    let submission = Submission(id: lastID, request: request, waiter: Waiter())
    if problem == nil {
      open.insert(lastID)
      commands.append(.start(submission))
    }
    return submission
  }

  /// Refuses every later submission.
  mutating func refuseAll(because problem: String) {
    self.problem = problem
  }

  /// Removes and returns the requests that the loop has not started.
  mutating func takeWaiting() -> [Submission] {
    let waiting = commands.compactMap(\.submission)
    commands.removeAll { $0.submission != nil }
    for submission in waiting { open.remove(submission.id) }
    return waiting
  }

  /// Returns whether the loop must be woken up.
  mutating func cancel(_ id: Submission.ID) -> Bool {
    guard open.contains(id) else { return false }
    commands.append(.cancel(id))
    return true
  }

  mutating func finish(_ id: Submission.ID) {
    open.remove(id)
  }

  mutating func stop() {
    isStopped = true
  }

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
