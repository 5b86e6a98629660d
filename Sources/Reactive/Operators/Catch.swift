extension Publisher {
  /// Goes on with another publisher, made from the error, when this one fails.
  package func `catch`<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
    .init(upstream: self, handler: handler)
  }

  /// Goes on with another publisher when this one fails, or fails with what the closure throws.
  package func tryCatch<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) throws -> P
  ) -> Publishers.Catch<Self, AnyPublisher<Output, any Error>> where P.Output == Output {
    `catch` { error in
      do {
        return try handler(error).mapError { $0 as any Error }.eraseToAnyPublisher()
      } catch {
        return Fail(error: error).eraseToAnyPublisher()
      }
    }
  }

  /// Sends a value in place of the error, when it is asked for, and finishes.
  package func replaceError(with output: Output) -> Publishers.Catch<Self, Just<Output>> {
    `catch` { _ in Just(output) }
  }
}

extension Publishers {
  package struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Operator
  where NewPublisher.Output == Upstream.Output {
    package typealias Failure = NewPublisher.Failure

    let upstream: Upstream
    let handler: @Sendable (Upstream.Failure) -> NewPublisher

    package func receive<S: Subscriber<Upstream.Output, Failure>>(subscriber: S) {
      let outbox = Outbox("Catch", subscriber)
      outbox.start(upstream) { [handler] completion in
        guard case .failure(let error) = completion else { return outbox.end(.finished) }
        outbox.follow(handler(error)) { outbox.end($0) }
      }
    }
  }
}
