/// A subscriber whose type is hidden, or which is made from closures.
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline let hidden: HiddenSubscriber<Input, Failure>

  /// Hides the type of a subscriber; hiding it twice costs nothing.
  @inlinable public init<S: Subscriber>(_ subscriber: S)
  where S.Input == Input, S.Failure == Failure {
    if let erased = subscriber as? AnySubscriber<Input, Failure> {
      self = erased
    } else {
      hidden = HiddenSubscriber(
        identifier: subscriber.combineIdentifier,
        description: {
          (subscriber as? any CustomStringConvertible)?.description
            ?? String(describing: type(of: subscriber))
        },
        subscription: { subscriber.receive(subscription: $0) },
        value: { subscriber.receive($0) },
        completion: { subscriber.receive(completion: $0) }
      )
    }
  }

  /// Makes a subscriber that sends everything on to a subject, which it holds weakly.
  public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
    self.init(SubjectSubscriber(subject))
  }

  /// Makes a subscriber from closures; what is left out is ignored, and no value is asked for.
  @preconcurrency public init(
    receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
    receiveValue: (@Sendable (Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    self.init(
      named: "Anonymous AnySubscriber",
      receiveSubscription: receiveSubscription,
      receiveValue: receiveValue,
      receiveCompletion: receiveCompletion
    )
  }

  /// Makes a subscriber from closures, for an operator.
  @usableFromInline init(
    named name: StaticString,
    receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
    receiveValue: (@Sendable (Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    hidden = HiddenSubscriber(
      identifier: CombineIdentifier(),
      description: { "\(name)" },
      subscription: receiveSubscription ?? { _ in },
      value: receiveValue ?? { _ in .none },
      completion: receiveCompletion ?? { _ in }
    )
  }

  /// The identifier of the hidden subscriber.
  public var combineIdentifier: CombineIdentifier { hidden.identifier }

  /// The description of the hidden subscriber.
  public var description: String { hidden.description() }

  /// Hands a subscription on.
  @inlinable public func receive(subscription: any Subscription) {
    hidden.subscription(subscription)
  }

  /// Hands a value on.
  @inlinable public func receive(_ value: Input) -> Subscribers.Demand {
    hidden.value(value)
  }

  /// Hands the end of the stream on.
  @inlinable public func receive(completion: Subscribers.Completion<Failure>) {
    hidden.completion(completion)
  }
}

/// What an ``AnySubscriber`` hides: one object, so that a copy of it costs no more than a
/// reference.
@usableFromInline final class HiddenSubscriber<Input, Failure: Error>: Sendable {
  @usableFromInline let identifier: CombineIdentifier
  @usableFromInline let description: @Sendable () -> String
  @usableFromInline let subscription: @Sendable (any Subscription) -> Void
  @usableFromInline let value: @Sendable (Input) -> Subscribers.Demand
  @usableFromInline let completion: @Sendable (Subscribers.Completion<Failure>) -> Void

  @inlinable init(
    identifier: CombineIdentifier,
    description: @escaping @Sendable () -> String,
    subscription: @escaping @Sendable (any Subscription) -> Void,
    value: @escaping @Sendable (Input) -> Subscribers.Demand,
    completion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
  ) {
    self.identifier = identifier
    self.description = description
    self.subscription = subscription
    self.value = value
    self.completion = completion
  }
}
