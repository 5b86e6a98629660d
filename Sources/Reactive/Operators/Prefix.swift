extension Publisher {
  /// Sends the first values, then finishes and cancels upstream.
  package func prefix(_ maxLength: Int) -> Publishers.Prefix<Self> {
    precondition(maxLength >= 0, "a length cannot be negative")
    return .init(upstream: self, maxLength: maxLength)
  }
}

extension Publishers {
  package struct Prefix<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let maxLength: Int

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        StatefulSubscriber(subscriber, state: maxLength) { left, value in
          guard left > 0 else { return .finish }
          left -= 1
          return left == 0 ? .last(value) : .pass(value)
        }
      )
    }
  }
}
