extension Publisher where Failure == Never {
  /// Gives a stream that cannot fail another stream's error type.
  package func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.SetFailureType<Self, NewFailure> {
    .init(upstream: self)
  }
}

extension Publishers {
  package struct SetFailureType<Upstream: Publisher, Failure: Error>: Operator
  where Upstream.Failure == Never {
    let upstream: Upstream

    package func receive<S: Subscriber<Upstream.Output, Failure>>(subscriber: S) {
      upstream.subscribe(
        StatelessSubscriber(downstream: subscriber, transform: { $0 }) { _ in .finished }
      )
    }
  }
}
