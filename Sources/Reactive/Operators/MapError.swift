extension Publisher {
  /// Transforms the error with a closure.
  package func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Publishers.MapError<Self, NewFailure> {
    .init(upstream: self, transform: transform)
  }
}

extension Publisher where Failure == Never {
  /// Gives a stream that cannot fail the error type of another one.
  package func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.MapError<Self, NewFailure> {
    mapError { (_: Never) -> NewFailure in }
  }
}

extension Publishers {
  package struct MapError<Upstream: Publisher, Failure: Error>: Operator {
    let upstream: Upstream
    let transform: @Sendable (Upstream.Failure) -> Failure

    package func receive<S: Subscriber<Upstream.Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        StatelessSubscriber(downstream: subscriber, transform: { $0 }, transformFailure: transform)
      )
    }
  }
}
