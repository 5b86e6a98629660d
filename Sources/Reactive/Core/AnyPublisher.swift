/// A publisher whose type is hidden.
///
/// Made by ``Publisher/eraseToAnyPublisher()``. Costs one call of a closure a value: what is above
/// and what is below the border are each compiled as one.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible, Sendable {
  @usableFromInline let attach: @Sendable (AnySubscriber<Output, Failure>) -> Void

  /// Hides the type of a publisher; hiding it twice costs nothing.
  @preconcurrency @inlinable public init<P: Publisher & Sendable>(_ publisher: P)
  where P.Output == Output, P.Failure == Failure {
    if let erased = publisher as? AnyPublisher<Output, Failure> {
      self = erased
    } else {
      attach = { publisher.receive(subscriber: $0) }
    }
  }

  /// The name of the type.
  public var description: String { "AnyPublisher" }

  /// Attaches a subscriber to the hidden publisher.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    attach(AnySubscriber(subscriber))
  }
}

extension Publisher where Self: Sendable {
  /// Hides the type of this publisher.
  ///
  /// Nothing but the type changes. Costs a closure call for each value, and makes the chain above
  /// and the chain below two pieces for the optimizer; so erase at the border of an interface, not
  /// between two operators.
  ///
  /// ```marble
  /// numbers                -1-2-|
  /// eraseToAnyPublisher()  -1-2-|
  /// ```
  @preconcurrency @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}
