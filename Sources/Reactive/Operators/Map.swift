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
  /// A publisher that transforms every value.
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

  /// A publisher that transforms every value, and ends with what the closure throws.
  package struct TryMap<Upstream: Publisher, Output: Sendable>: Operator {
    /// Any error: upstream's or the closure's.
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

  /// A publisher that transforms every value, and leaves out what becomes nil.
  package struct CompactMap<Upstream: Publisher, Output: Sendable>: Operator {
    let upstream: Upstream
    let transform: @Sendable (Upstream.Output) -> Output?

    package func receive<S: Subscriber<Output, Upstream.Failure>>(subscriber: S) {
      upstream.subscribe(StatelessSubscriber(subscriber, transform) { $0 })
    }
  }
}
