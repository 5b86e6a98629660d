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

/// The thread that libcurl runs on.
///
/// Only that thread touches the multi handle and the transfers on it; other threads leave commands
/// in the inbox and wake it. It sleeps in `curl_multi_poll` and has nothing to do while idle.
final class CurlLoop: @unchecked Sendable {
  // @unchecked Sendable because `multi` is used by the loop's thread alone, but for
  // `curl_multi_wakeup`, which libcurl documents as safe from any thread (curl_multi_wakeup(3)).
  private let multi: MultiHandle
  private let inbox = Guarded(Inbox())
  private let hasThread = Guarded(false)

  /// Needs libcurl initialized.
  init() {
    multi = MultiHandle()
  }

  func reserve() -> Submission.ID {
    inbox.withLock { $0.reserve() }
  }

  func submit(_ submission: Submission) {
    guard startThreadOnce() else { return refuse(submission) }
    guard inbox.withLock({ $0.submit(submission) }) else { return submission.resumeCancelled() }
    multi.wakeUp()
  }

  private func refuse(_ submission: Submission) {
    inbox.withLock { $0.finish(submission.id) }
    let error = TransportError(.other, host: submission.request.host, reason: "no thread is left")
    submission.waiter.resume(returning: .failure(error))
  }

  func cancel(_ id: Submission.ID) {
    if inbox.withLock({ $0.cancel(id) }) { multi.wakeUp() }
  }

  func stop() {
    inbox.withLock { $0.stop() }
    multi.wakeUp()
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
    var transfers: [Submission.ID: Transfer] = [:]
    while true {
      let (commands, isStopped) = inbox.withLock { ($0.takeCommands(), $0.isStopped) }
      for command in commands { perform(command, on: &transfers) }
      if isStopped { break }
      multi.perform()
      while let (id, result) = multi.nextFinished() { finish(id, with: result, in: &transfers) }
      multi.poll()
    }
  }

  private func perform(_ command: Inbox.Command, on transfers: inout [Submission.ID: Transfer]) {
    switch command {
    case .start(let submission): start(submission, in: &transfers)
    case .cancel(let id): cancel(id, in: &transfers)
    }
  }

  private func start(_ submission: Submission, in transfers: inout [Submission.ID: Transfer]) {
    do throws(TransportError) {
      let transfer = try Transfer(submission)
      try multi.add(transfer)
      transfers[submission.id] = transfer
    } catch {
      inbox.withLock { $0.finish(submission.id) }
      submission.waiter.resume(returning: .failure(error))
    }
  }

  private func cancel(_ id: Submission.ID, in transfers: inout [Submission.ID: Transfer]) {
    guard let transfer = transfers[id] else { return }
    end(transfer, with: .failure(transfer.error(.cancelled, "cancelled")), in: &transfers)
  }

  private func finish(
    _ id: Submission.ID,
    with result: CURLcode,
    in transfers: inout [Submission.ID: Transfer]
  ) {
    guard let transfer = transfers[id] else { return }
    end(transfer, with: transfer.outcome(of: result), in: &transfers)
  }

  private func end(
    _ transfer: Transfer,
    with outcome: Submission.Outcome,
    in transfers: inout [Submission.ID: Transfer]
  ) {
    multi.remove(transfer)
    transfers[transfer.id] = nil
    inbox.withLock { $0.finish(transfer.id) }
    transfer.waiter.resume(returning: outcome)
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
