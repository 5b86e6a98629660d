extension Publisher {
  /// Passes on a number of values, then finishes and cancels upstream.
  package func prefix(_ maxLength: Int) -> Publishers.Prefix<Self> {
    precondition(maxLength >= 0, "a length cannot be negative")
    return .init(upstream: self, maxLength: maxLength)
  }

  /// Passes values on until a closure returns false, then finishes and cancels upstream.
  package func prefix(
    while predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.PrefixWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  package struct Prefix<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let maxLength: Int

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        StatefulSubscriber("Prefix", subscriber, state: maxLength) { left, value in
          guard left > 0 else { return .end(.finished) }
          left -= 1
          return left == 0 ? .last(value) : .pass(value)
        }
      )
    }
  }

  package struct PrefixWhile<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let predicate: @Sendable (Upstream.Output) -> Bool

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        StatefulSubscriber("PrefixWhile", subscriber, state: ()) { [predicate] _, value in
          predicate(value) ? .pass(value) : .end(.finished)
        }
      )
    }
  }
}
