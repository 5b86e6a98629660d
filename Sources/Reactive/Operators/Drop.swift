extension Publisher {
  /// Leaves out a number of values, which are asked for on top of the demand.
  package func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    precondition(count >= 0, "a count cannot be negative")
    return .init(upstream: self, count: count)
  }

  /// Leaves values out until a closure returns false for one.
  package func drop(
    while predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.DropWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  package struct Drop<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let count: Int

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        StatefulSubscriber("Drop", subscriber, state: count, extra: count) { left, value in
          guard left > 0 else { return .pass(value) }
          left -= 1
          return .leaveOut
        }
      )
    }
  }

  package struct DropWhile<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let predicate: @Sendable (Upstream.Output) -> Bool

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        StatefulSubscriber("DropWhile", subscriber, state: true) { [predicate] isDropping, value in
          isDropping = isDropping && predicate(value)
          return isDropping ? .skip : .pass(value)
        }
      )
    }
  }
}
