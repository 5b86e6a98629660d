extension Publisher where Output: Equatable {
  /// Drops every value that equals the previous one.
  package func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates { $0 == $1 }
  }
}

extension Publisher {
  /// Drops every value that a closure finds equal to the previous one.
  package func removeDuplicates(
    by predicate: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  package struct RemoveDuplicates<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let predicate: @Sendable (Upstream.Output, Upstream.Output) -> Bool

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        StatefulSubscriber(subscriber, state: Output?.none) {
          [predicate] last, value in
          guard let previous = exchange(&last, with: value) else { return .pass(value) }
          return predicate(previous, value) ? .skip : .pass(value)
        }
      )
    }
  }
}
