import CCurl
import HTTPTransport

/// The requests that libcurl is at work on, and the handle that drives them.
///
/// Not Sendable: it belongs to the loop's thread.
struct Transfers: ~Copyable {
  private let multi = MultiHandle()
  private var running: [Submission.ID: Transfer] = [:]

  deinit {
    for transfer in running.values { multi.remove(transfer) }
  }

  var waker: MultiHandle.Waker { multi.waker }

  /// The error that kept it from starting, or nil.
  mutating func start(_ submission: Submission) -> TransportError? {
    do throws(TransportError) {
      let transfer = try Transfer(submission)
      try multi.add(transfer)
      running[submission.id] = transfer
      return nil
    } catch {
      return error
    }
  }

  /// What has ended by that; nil when it had ended before.
  mutating func cancel(_ id: Submission.ID) -> (Submission, Submission.Outcome)? {
    guard let transfer = end(id) else { return nil }
    return (transfer.submission, .failure(transfer.error(.cancelled, "cancelled")))
  }

  /// Moves every transfer as far as it goes without waiting, and tells of those that have ended.
  mutating func perform(_ finish: (Submission, Submission.Outcome) -> Void) {
    multi.perform()
    while let (id, result) = multi.nextFinished() {
      guard let transfer = running[id] else { continue }
      let outcome = transfer.outcome(of: result)
      end(id)
      finish(transfer.submission, outcome)
    }
  }

  /// Sleeps until there is something to do.
  func poll() {
    multi.poll()
  }

  @discardableResult
  private mutating func end(_ id: Submission.ID) -> Transfer? {
    guard let transfer = running.removeValue(forKey: id) else { return nil }
    multi.remove(transfer)
    return transfer
  }
}
