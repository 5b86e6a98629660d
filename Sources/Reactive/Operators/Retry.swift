import System

extension Publisher {
  /// Resubscribes immediately when the stream fails; the last attempt's error ends the stream.
  package func retry(_ retries: Int) -> Publishers.Retry<Self> {
    .init(upstream: self, retries: retries)
  }
}

extension Publishers {
  package struct Retry<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let retries: Int

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let attempts = Guarded(Attempts(left: retries))
      let outbox = Outbox(subscriber)
      outbox.start(upstream) { ended($0, outbox, attempts) }
    }

    private func ended<S>(
      _ completion: Subscribers.Completion<Failure>,
      _ outbox: Outbox<S, Successive>,
      _ attempts: Guarded<Attempts>
    ) where S.Input == Output, S.Failure == Failure {
      guard completion.isFailure, attempts.withLock({ $0.takeOne() }) else {
        return outbox.end(completion)
      }
      var isNested = true
      while attempts.withLock({ $0.takeTurn(isNested: isNested) }) {
        isNested = false
        outbox.follow(upstream) { ended($0, outbox, attempts) }
      }
    }

    private struct Attempts: Sendable {
      var left: Int
      var isSubscribing = false
      var isAgain = false

      /// Uses up an attempt; returns `false` if none is left.
      mutating func takeOne() -> Bool {
        isAgain = left > 0
        if isAgain { left -= 1 }
        return isAgain
      }

      /// Whether the caller must subscribe, in a loop instead of recursively.
      mutating func takeTurn(isNested: Bool) -> Bool {
        if isNested, isSubscribing { return false }
        isSubscribing = exchange(&isAgain, with: false)
        return isSubscribing
      }
    }
  }
}
