/// The subscriber of a stateless operator, which forwards the upstream subscription itself.
struct StatelessSubscriber<Input: Sendable, Failure: Error, Downstream: Subscriber>: Subscriber {
  let combineIdentifier = CombineIdentifier()
  let downstream: Downstream

  /// Returns the value to send, or nil to request another instead.
  let transform: @Sendable (Input) -> Downstream.Input?
  let completion:
    @Sendable (Subscribers.Completion<Failure>) -> Subscribers.Completion<Downstream.Failure>

  func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard let output = transform(input) else { return .max(1) }
    return downstream.receive(output)
  }

  func receive(completion end: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion(end))
  }
}

extension StatelessSubscriber where Failure == Downstream.Failure {
  init(_ downstream: Downstream, _ transform: @escaping @Sendable (Input) -> Downstream.Input?) {
    self.init(downstream: downstream, transform: transform) { $0 }
  }
}
