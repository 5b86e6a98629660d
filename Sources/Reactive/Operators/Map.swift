extension Publisher {
  /// Transforms every value with a closure.
  package func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Output) -> Result
  ) -> Publishers.Map<Self, Result> {
    .init(upstream: self, transform: transform)
  }

  /// Transforms every value with a closure and drops nil results.
  package func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Output) -> Result?
  ) -> Publishers.CompactMap<Self, Result> {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  package struct Map<Upstream: Publisher, Output: Sendable>: Operator {
    let upstream: Upstream
    let transform: @Sendable (Upstream.Output) -> Output

    package func receive<S: Subscriber<Output, Upstream.Failure>>(subscriber: S) {
      upstream.subscribe(StatelessSubscriber(subscriber, transform))
    }
  }

  package struct CompactMap<Upstream: Publisher, Output: Sendable>: Operator {
    let upstream: Upstream
    let transform: @Sendable (Upstream.Output) -> Output?

    package func receive<S: Subscriber<Output, Upstream.Failure>>(subscriber: S) {
      upstream.subscribe(StatelessSubscriber(subscriber, transform))
    }
  }
}
