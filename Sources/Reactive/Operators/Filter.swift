extension Publisher {
  /// Sends the values for which a closure returns true.
  package func filter(
    _ isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Filter<Self> {
    .init(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  package struct Filter<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let isIncluded: @Sendable (Upstream.Output) -> Bool

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        StatelessSubscriber(subscriber) { [isIncluded] in isIncluded($0) ? $0 : nil }
      )
    }
  }
}
