/// A type that receives values from a publisher.
///
/// `Sendable`, because a publisher may call it from any thread, one call at a time.
package protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible, Sendable {
  /// The kind of values received.
  associatedtype Input: Sendable

  /// The kind of error that can end the stream.
  associatedtype Failure: Error

  /// Takes the subscription, through which values are requested and canceled.
  func receive(subscription: any Subscription)

  /// Takes a value and answers how many more are wanted, on top of what was asked for before.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Takes the end of the stream; nothing follows.
  func receive(completion: Subscribers.Completion<Failure>)
}

/// The types that receive values, and what belongs to them.
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
