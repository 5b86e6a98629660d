extension Publisher {
  /// Drops the first values, which are requested in addition to the demand.
  package func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    precondition(count >= 0, "a count cannot be negative")
    return .init(upstream: self, count: count)
  }
}

extension Publishers {
  package struct Drop<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let count: Int

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        StatefulSubscriber(subscriber, state: count, extra: .max(count)) { left, value in
          guard left > 0 else { return .pass(value) }
          left -= 1
          return .leaveOut
        }
      )
    }
  }
}
