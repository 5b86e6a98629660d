/// A type that receives values from a publisher.
///
/// It is `Sendable` because a publisher may call it from any thread, one call at a time.
package protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible, Sendable {
  /// The kind of values received.
  associatedtype Input: Sendable

  /// The kind of error that can end the stream.
  associatedtype Failure: Error

  /// Receives the subscription, which requests values and cancels.
  func receive(subscription: any Subscription)

  /// Receives a value and returns how many more are wanted, in addition to earlier demand.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Receives the end of the stream; nothing follows.
  func receive(completion: Subscribers.Completion<Failure>)
}

/// The types that receive values.
package enum Subscribers {
  /// The way a stream ended.
  package enum Completion<Failure: Error>: Sendable {
    case finished
    case failure(Failure)
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}

extension Subscribers.Completion {
  var isFailure: Bool { if case .failure = self { true } else { false } }
}
