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
  @inlinable public func receive() -> Subscribers.Demand {
    receive(())
  }
}

/// The types that receive values, and what belongs to them.
public enum Subscribers {
  /// The way a stream ended.
  public enum Completion<Failure: Error>: Sendable {
    /// The stream ended by itself.
    case finished

    /// The stream ended with an error.
    case failure(Failure)
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion {
  private enum CodingKeys: CodingKey { case success, error }

  @inlinable func mapFailure<NewFailure: Error>(
    _ transform: (Failure) -> NewFailure
  ) -> Subscribers.Completion<NewFailure> {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(transform(error))
    }
  }
}

extension Subscribers.Completion: Encodable where Failure: Encodable {
  /// Writes whether the stream succeeded, and the error if it did not.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .finished:
      try container.encode(true, forKey: .success)
    case .failure(let error):
      try container.encode(false, forKey: .success)
      try container.encode(error, forKey: .error)
    }
  }
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if try container.decode(Bool.self, forKey: .success) {
      self = .finished
    } else {
      self = .failure(try container.decode(Failure.self, forKey: .error))
    }
  }
}
