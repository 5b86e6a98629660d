import CCurl
import HTTPTransport
import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread that libcurl runs on, and that loads it unless somebody did before.
///
/// Only that thread has the multi handle and the transfers on it; other threads leave commands in the
/// inbox and wake it. It sleeps in `curl_multi_poll` and has nothing to do while idle.
package final class CurlLoop: Sendable {
  private let inbox = Guarded(Inbox())
  private let hasThread = Guarded(false)
  /// Nil before there is something that could be asleep, and after it has ended.
  private let waker = Guarded<MultiHandle.Waker?>(nil)

  package init() {
    CurlLibrary.forgetKeyLog()
  }

  /// Loads libcurl on the calling thread, for a request that others are still on the way to.
  ///
  /// Whoever sends one meanwhile does not wait in a lock: it lies in the inbox until there is a thread.
  /// `load` is what the loading itself happens in.
  package func prepare(in load: (() -> Void) -> Void = { $0() }) {
    guard claimThread() else { return }
    load { _ = CurlLibrary.initialize() }
    startThread()
  }

  func reserve() -> Submission.ID {
    inbox.withLock { $0.reserve() }
  }

  func submit(_ submission: Submission) {
    switch inbox.withLock({ $0.submit(submission) }) {
    case .accepted: if claimThread() { startThread() } else { wakeUp() }
    case .cancelled: submission.resumeCancelled()
    case .refused(let problem): submission.resumeRefused(because: problem)
    }
  }

  func cancel(_ id: Submission.ID) {
    if inbox.withLock({ $0.cancel(id) }) { wakeUp() }
  }

  func stop() {
    inbox.withLock { $0.stop() }
    wakeUp()
  }

  /// What is in the inbox by now is seen: a thread that cannot be woken has yet to look.
  private func wakeUp() {
    waker.withLock { $0?.wakeUp() }
  }

  /// True for the one who is to start the thread.
  private func claimThread() -> Bool {
    hasThread.withLock { isClaimed in
      defer { isClaimed = true }
      return !isClaimed
    }
  }

  /// When the system has no thread left, those who wait hear of it, and the next one tries again.
  private func startThread() {
    do throws(DetachedThread.Problem) {
      // Retained by its thread until `run` returns.
      try DetachedThread.start { self.run() }
    } catch {
      hasThread.withLock { $0 = false }
      refuseWaiting(because: "no thread is left")
    }
  }

  /// The thread's whole life.
  private func run() {
    blockBrokenPipeSignal()
    if let problem = CurlLibrary.initialize() {
      inbox.withLock { $0.refuseAll(because: problem) }
      return refuseWaiting(because: problem)
    }
    var transfers = Transfers()
    waker.withLock { $0 = transfers.waker }
    drive(&transfers)
    waker.withLock { $0 = nil }
  }

  private func refuseWaiting(because problem: String) {
    let waiting = inbox.withLock { $0.takeWaiting() }
    for submission in waiting { submission.resumeRefused(because: problem) }
  }

  private func drive(_ transfers: inout Transfers) {
    while true {
      let (commands, isStopped) = inbox.withLock { ($0.takeCommands(), $0.isStopped) }
      for command in commands { perform(command, on: &transfers) }
      if isStopped { break }
      transfers.perform { finish($0, with: $1) }
      transfers.poll()
    }
  }

  private func perform(_ command: Inbox.Command, on transfers: inout Transfers) {
    switch command {
    case .start(let submission):
      if let error = transfers.start(submission) { finish(submission, with: .failure(error)) }
    case .cancel(let id):
      if let ended = transfers.cancel(id) { finish(ended.0, with: ended.1) }
    }
  }

  private func finish(_ submission: Submission, with outcome: Submission.Outcome) {
    inbox.withLock { $0.finish(submission.id) }
    submission.waiter.resume(returning: outcome)
  }
}

/// A peer that closes while OpenSSL writes must be an error here, not the end of the process.
///
/// The signal goes to the writing thread, so blocking it on this one leaves `… | head -1` alone.
private func blockBrokenPipeSignal() {
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe sigaddset(&signals, SIGPIPE)
  unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
}
