/// A subscriber whose type is hidden, or which is made from closures.
package struct AnySubscriber<Input: Sendable, Failure: Error>: Subscriber, CustomStringConvertible {
  package let combineIdentifier: CombineIdentifier

  /// The description of the hidden subscriber.
  package let description: String

  private let subscription: @Sendable (any Subscription) -> Void
  private let value: @Sendable (Input) -> Subscribers.Demand
  private let completion: @Sendable (Subscribers.Completion<Failure>) -> Void

  /// Hides the type of a subscriber.
  package init<S: Subscriber<Input, Failure>>(_ subscriber: S) {
    combineIdentifier = subscriber.combineIdentifier
    description = (subscriber as? any CustomStringConvertible)?.description ?? "\(S.self)"
    subscription = { subscriber.receive(subscription: $0) }
    value = { subscriber.receive($0) }
    completion = { subscriber.receive(completion: $0) }
  }

  /// Creates a subscriber that sends everything on to a subject, which it holds weakly.
  package init<S: Subject<Input, Failure>>(_ subject: S) { self.init(SubjectSubscriber(subject)) }

  /// Creates a subscriber from closures; without them it ignores everything and asks for nothing.
  package init(
    receiveSubscription: @escaping @Sendable (any Subscription) -> Void = { _ in },
    receiveValue: @escaping @Sendable (Input) -> Subscribers.Demand = { _ in .none },
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void = { _ in }
  ) {
    (combineIdentifier, description) = (CombineIdentifier(), "Anonymous AnySubscriber")
    (subscription, value, completion) = (receiveSubscription, receiveValue, receiveCompletion)
  }

  package func receive(subscription new: any Subscription) { subscription(new) }

  package func receive(_ input: Input) -> Subscribers.Demand { value(input) }

  package func receive(completion end: Subscribers.Completion<Failure>) { completion(end) }
}
