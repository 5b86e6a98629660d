extension Publisher {
  /// Sends the first value, then finishes and cancels upstream.
  package func first() -> Publishers.First<Self> { first { _ in true } }

  /// Sends the first value for which a closure returns true, then finishes and cancels upstream.
  ///
  /// Requests everything from upstream at the first request.
  package func first(
    where predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.First<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  package struct First<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let predicate: @Sendable (Upstream.Output) -> Bool

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        StatefulSubscriber(subscriber, state: (), extra: .unlimited) { [predicate] _, value in
          predicate(value) ? .last(value) : .leaveOut
        }
      )
    }
  }
}
