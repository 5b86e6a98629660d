/// A publisher without values.
package struct Empty<Output: Sendable, Failure: Error>: Publisher {
  private let completeImmediately: Bool

  package init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

  package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    subscriber.receive(subscription: Subscriptions.empty)
    if completeImmediately { subscriber.receive(completion: .finished) }
  }
}

/// A publisher that fails immediately.
package struct Fail<Output: Sendable, Failure: Error>: Publisher {
  private let error: Failure

  package init(error: Failure) { self.error = error }

  package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .failure(error))
  }
}

/// A publisher that creates its upstream for every subscriber.
package struct Deferred<Upstream: Publisher>: Operator {
  private let createPublisher: @Sendable () -> Upstream

  package init(createPublisher: @escaping @Sendable () -> Upstream) {
    self.createPublisher = createPublisher
  }

  package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    createPublisher().subscribe(subscriber)
  }
}
