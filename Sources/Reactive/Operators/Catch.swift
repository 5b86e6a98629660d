extension Publisher {
  /// Continues with a publisher created from the error.
  package func `catch`<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
    .init(upstream: self, handler: handler)
  }
}

extension Publishers {
  package struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Operator
  where NewPublisher.Output == Upstream.Output {
    package typealias Failure = NewPublisher.Failure

    let upstream: Upstream
    let handler: @Sendable (Upstream.Failure) -> NewPublisher

    package func receive<S: Subscriber<Upstream.Output, Failure>>(subscriber: S) {
      let outbox = Outbox(subscriber)
      outbox.start(upstream) { [handler] completion in
        guard case .failure(let error) = completion else { return outbox.end(.finished) }
        outbox.follow(handler(error)) { outbox.end($0) }
      }
    }
  }
}
