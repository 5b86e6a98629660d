/// A subscriber whose type is hidden, or which is made from closures.
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  /// The identifier of the hidden subscriber.
  public let combineIdentifier: CombineIdentifier

  private let receiveSubscription: @Sendable (any Subscription) -> Void
  private let receiveValue: @Sendable (Input) -> Subscribers.Demand
  private let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void
  private let describe: @Sendable () -> String

  /// Hides the type of a subscriber; hiding it twice costs nothing.
  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    if let erased = subscriber as? AnySubscriber<Input, Failure> {
      self = erased
      return
    }
    combineIdentifier = subscriber.combineIdentifier
    receiveSubscription = { subscriber.receive(subscription: $0) }
    receiveValue = { subscriber.receive($0) }
    receiveCompletion = { subscriber.receive(completion: $0) }
    describe = {
      (subscriber as? any CustomStringConvertible)?.description
        ?? String(describing: type(of: subscriber))
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
    combineIdentifier = CombineIdentifier()
    self.receiveSubscription = receiveSubscription ?? { _ in }
    self.receiveValue = receiveValue ?? { _ in .none }
    self.receiveCompletion = receiveCompletion ?? { _ in }
    describe = { "Anonymous AnySubscriber" }
  }

  /// The description of the hidden subscriber.
  public var description: String { describe() }

  /// Hands a subscription on.
  public func receive(subscription: any Subscription) {
    receiveSubscription(subscription)
  }

  /// Hands a value on.
  public func receive(_ value: Input) -> Subscribers.Demand {
    receiveValue(value)
  }

  /// Hands the end of the stream on.
  public func receive(completion: Subscribers.Completion<Failure>) {
    receiveCompletion(completion)
  }
}
