extension Optional {
  /// A publisher of an optional's value, if there is one, which then finishes.
  ///
  /// As ``Just`` of the value, or ``Empty`` without one.
  ///
  /// ```marble
  /// Optional(1).publisher  (1|)
  /// ```
  public struct Publisher: Reactive.Publisher {
    /// The kind of the value.
    public typealias Output = Wrapped

    /// A value that is already there cannot fail.
    public typealias Failure = Never

    /// The value, if there is one.
    public let output: Wrapped?

    /// Makes a publisher of an optional.
    @inlinable
    public init(_ output: Output?) {
      self.output = output
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Wrapped, S.Failure == Never {
      guard let output else { return Empty().receive(subscriber: subscriber) }
      subscriber.receive(
        subscription: Single(subscriber, name: "Optional", outcome: .success(output))
      )
    }
  }

  /// The optional as a publisher.
  public var publisher: Publisher { Publisher(self) }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
extension Optional.Publisher: Sendable where Wrapped: Sendable {}
