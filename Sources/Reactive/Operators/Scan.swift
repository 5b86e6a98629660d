extension Publisher {
  /// Sends each result of a closure called with its previous result and a value.
  package func scan<Result: Sendable>(
    _ initialResult: Result,
    _ nextPartialResult: @escaping @Sendable (Result, Output) -> Result
  ) -> Publishers.Scan<Self, Result> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  package struct Scan<Upstream: Publisher, Output: Sendable>: Operator {
    let upstream: Upstream
    let initialResult: Output
    let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

    package func receive<S: Subscriber<Output, Upstream.Failure>>(subscriber: S) {
      upstream.subscribe(
        StatefulSubscriber(subscriber, state: initialResult) {
          [nextPartialResult] result, value in
          result = nextPartialResult(result, value)
          return .pass(result)
        }
      )
    }
  }
}
