/// A publisher of one value, which then finishes.
///
/// The value waits until the subscriber asks. It is sent on the thread that asks.
///
/// ```marble
/// Just(1)  (1|)
/// ```
public struct Just<Output>: Publisher {
  /// A value that is already there cannot fail.
  public typealias Failure = Never

  /// The value.
  public let output: Output

  /// Makes a publisher of a value.
  @inlinable
  public init(_ output: Output) {
    self.output = output
  }

  /// Attaches a subscriber.
  @inlinable
  @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(
      subscription: Single(subscriber, name: "Just", outcome: .success(output))
    )
  }
}

extension Just: Equatable where Output: Equatable {}
extension Just: Sendable where Output: Sendable {}
