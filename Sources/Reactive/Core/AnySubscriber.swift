/// A type-erased subscriber, or one made from closures.
package struct AnySubscriber<Input: Sendable, Failure: Error>: Subscriber {
  private let hidden: any Subscriber<Input, Failure>

  package init<S: Subscriber<Input, Failure>>(_ subscriber: S) { hidden = subscriber }

  /// Creates a subscriber from closures; by default it requests nothing and ignores everything.
  package init(
    receiveSubscription: @escaping @Sendable (any Subscription) -> Void = { _ in },
    receiveValue: @escaping @Sendable (Input) -> Subscribers.Demand = { _ in .none },
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void = { _ in }
  ) {
    hidden = Closures(
      subscription: receiveSubscription,
      value: receiveValue,
      completion: receiveCompletion
    )
  }

  package var combineIdentifier: CombineIdentifier { hidden.combineIdentifier }

  package func receive(subscription: any Subscription) {
    hidden.receive(subscription: subscription)
  }

  package func receive(_ input: Input) -> Subscribers.Demand { hidden.receive(input) }

  package func receive(completion: Subscribers.Completion<Failure>) {
    hidden.receive(completion: completion)
  }

  private struct Closures: Subscriber {
    let combineIdentifier = CombineIdentifier()
    let subscription: @Sendable (any Subscription) -> Void
    let value: @Sendable (Input) -> Subscribers.Demand
    let completion: @Sendable (Subscribers.Completion<Failure>) -> Void

    func receive(subscription new: any Subscription) { subscription(new) }
    func receive(_ input: Input) -> Subscribers.Demand { value(input) }
    func receive(completion end: Subscribers.Completion<Failure>) { completion(end) }
  }
}
