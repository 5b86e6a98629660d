/// A type that receives values from a publisher.
///
/// `Sendable`, because a publisher may call it from any thread, one call at a time.
@preconcurrency
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible, Sendable {
  /// The kind of values received.
  associatedtype Input

  /// The kind of error that can end the stream.
  associatedtype Failure: Error

  /// Takes the subscription, through which values are requested and cancelled.
  func receive(subscription: any Subscription)

  /// Takes a value and answers how many more are wanted, on top of what was asked for before.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Takes the end of the stream; nothing follows.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Takes a signal that carries no value.
  @inlinable
  public func receive() -> Subscribers.Demand {
    receive(())
  }
}

/// The types that receive values, and what belongs to them.
public enum Subscribers {}
