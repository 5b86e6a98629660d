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

/// The thread that libcurl is loaded by and runs on.
///
/// Only that thread has the multi handle and the transfers on it; other threads leave commands in the
/// inbox and wake it. It sleeps in `curl_multi_poll` and has nothing to do while idle.
final class CurlLoop: Sendable {
  private let inbox = Guarded(Inbox())
  private let hasThread = Guarded(false)
  /// Nil before there is something that could be asleep, and after it has ended.
  private let waker = Guarded<MultiHandle.Waker?>(nil)

  /// Has the thread load libcurl, if it did not yet.
  func prepare() {
    // Where there is no thread, the first request says so.
    _ = startThreadOnce()
  }

  func reserve() -> Submission.ID {
    inbox.withLock { $0.reserve() }
  }

  func submit(_ submission: Submission) {
    guard startThreadOnce() else {
      inbox.withLock { $0.finish(submission.id) }
      return submission.resumeRefused(because: "no thread is left")
    }
    switch inbox.withLock({ $0.submit(submission) }) {
    case .accepted: wakeUp()
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

  /// False when the system has no thread left.
  private func startThreadOnce() -> Bool {
    let isFirst = hasThread.withLock { started in
      defer { started = true }
      return !started
    }
    guard isFirst else { return true }
    do throws(DetachedThread.Problem) {
      // Retained by its thread until `run` returns.
      try DetachedThread.start { self.run() }
      return true
    } catch {
      hasThread.withLock { $0 = false }
      return false
    }
  }

  /// The thread's whole life.
  private func run() {
    blockBrokenPipeSignal()
    if let problem = CurlLibrary.initialize() {
      let waiting = inbox.withLock { $0.refuseAll(because: problem) }
      for submission in waiting { submission.resumeRefused(because: problem) }
      return
    }
    var transfers = Transfers()
    waker.withLock { $0 = transfers.waker }
    drive(&transfers)
    waker.withLock { $0 = nil }
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
