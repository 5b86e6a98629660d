/// The subscriber of an operator without state: it passes upstream's own subscription through.
struct StatelessSubscriber<Input: Sendable, Failure: Error, Downstream: Subscriber>: Subscriber {
  let combineIdentifier = CombineIdentifier()
  let downstream: Downstream

  /// Returns what to send; nil to ask for another value in its place.
  let transform: @Sendable (Input) -> Downstream.Input?
  let transformFailure: @Sendable (Failure) -> Downstream.Failure

  func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard let output = transform(input) else { return .max(1) }
    return downstream.receive(output)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion.mapFailure(transformFailure))
  }
}
