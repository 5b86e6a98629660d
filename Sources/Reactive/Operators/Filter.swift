extension Publisher {
  /// Passes on the values for which a closure returns true.
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
      upstream.subscribe(Inner(downstream: subscriber, isIncluded: isIncluded))
    }

    private struct Inner<Downstream: Subscriber<Output, Failure>>: Subscriber {
      let combineIdentifier = CombineIdentifier()
      let downstream: Downstream
      let isIncluded: @Sendable (Output) -> Bool

      func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
      }

      func receive(_ input: Output) -> Subscribers.Demand {
        isIncluded(input) ? downstream.receive(input) : .max(1)
      }

      func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}
