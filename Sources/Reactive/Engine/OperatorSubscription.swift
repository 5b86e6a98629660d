/// An operator's own subscription: the subscriber of its upstream, and what its subscriber is handed.
@usableFromInline
protocol OperatorSubscription: AnyObject, Subscriber, Subscription, CustomStringConvertible {
  /// The name of the operator, which is the subscription's description.
  var name: StaticString { get }
}

extension OperatorSubscription {
  @inlinable var description: String { "\(name)" }
}

/// One that has a single upstream and, where it does not say otherwise, passes on everything but values.
@usableFromInline protocol LinkedSubscription: OperatorSubscription {
  associatedtype Downstream: Subscriber

  var downstream: Downstream { get }
  var upstream: UpstreamLink { get }
}

extension LinkedSubscription {
  @inlinable func receive(subscription: any Subscription) {
    if upstream.connect(subscription) { downstream.receive(subscription: self) }
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @inlinable func cancel() {
    upstream.close()?.cancel()
  }
}

extension LinkedSubscription where Failure == Downstream.Failure {
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if upstream.finish() { downstream.receive(completion: completion) }
  }
}
