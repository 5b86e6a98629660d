import Locking

/// The place where the caller of a request waits for its outcome: the first one counts.
///
/// The loop brings it; where the loop itself is held up, the caller's own clock does.
final class Waiter: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Submission.Outcome, Never>)
    case done(Submission.Outcome)
    case left
  }

  private let state = Guarded(State.idle)

  /// To be called once.
  func outcome() async -> Submission.Outcome {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state -> Submission.Outcome? in
        if case .done(let outcome) = state { return outcome }
        state = .waiting(continuation)
        return nil
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  func resume(returning outcome: Submission.Outcome) {
    let continuation = state.withLock {
      state -> CheckedContinuation<Submission.Outcome, Never>? in
      switch state {
      case .idle: state = .done(outcome)
      case .done, .left: break
      case .waiting(let continuation):
        state = .left
        return continuation
      }
      return nil
    }
    continuation?.resume(returning: outcome)
  }
}
