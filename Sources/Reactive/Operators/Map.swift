extension Publisher {
  /// Transforms every value with a closure.
  package func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Output) -> Result
  ) -> Publishers.Map<Self, Result> {
    .init(upstream: self, transform: transform)
  }

  /// Replaces every value that is nil.
  package func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T>
  where Output == T? {
    map { $0 ?? output }
  }

  /// Transforms every value with a closure; what it throws ends the stream and cancels upstream.
  package func tryMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> Result
  ) -> Publishers.TryMap<Self, Result> {
    .init(upstream: self, transform: transform)
  }

  /// Transforms every value with a closure, and leaves out what becomes nil.
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
      upstream.subscribe(Inner(downstream: subscriber, transform: transform))
    }

    private struct Inner<Downstream: Subscriber<Output, Upstream.Failure>>: Subscriber {
      let combineIdentifier = CombineIdentifier()
      let downstream: Downstream
      let transform: @Sendable (Upstream.Output) -> Output

      func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
      }

      func receive(_ input: Upstream.Output) -> Subscribers.Demand {
        downstream.receive(transform(input))
      }

      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }

  package struct TryMap<Upstream: Publisher, Output: Sendable>: Operator {
    package typealias Failure = any Error

    let upstream: Upstream
    let transform: @Sendable (Upstream.Output) throws -> Output

    package func receive<S: Subscriber<Output, any Error>>(subscriber: S) {
      upstream.mapError { $0 as any Error }.subscribe(
        StatefulSubscriber("TryMap", subscriber, state: ()) { [transform] _, value in
          do {
            return .pass(try transform(value))
          } catch {
            return .end(.failure(error))
          }
        }
      )
    }
  }

  package struct CompactMap<Upstream: Publisher, Output: Sendable>: Operator {
    let upstream: Upstream
    let transform: @Sendable (Upstream.Output) -> Output?

    package func receive<S: Subscriber<Output, Upstream.Failure>>(subscriber: S) {
      upstream.subscribe(
        StatelessSubscriber(downstream: subscriber, transform: transform, transformFailure: { $0 })
      )
    }
  }
}
