extension Result {
  /// A publisher of a result: its value and the end, or its error.
  ///
  /// As ``Just`` of the value, or ``Fail`` with the error.
  ///
  /// ```marble
  /// Result.success(1).publisher  (1|)
  /// ```
  public struct Publisher: Reactive.Publisher {
    /// The kind of the value.
    public typealias Output = Success

    /// The result.
    public let result: Result

    /// Makes a publisher of a result.
    @inlinable
    public init(_ result: Result) {
      self.result = result
    }

    /// Makes a publisher of a value.
    @inlinable
    public init(_ output: Output) {
      self.init(.success(output))
    }

    /// Makes a publisher of an error.
    @inlinable
    public init(_ failure: Failure) {
      self.init(.failure(failure))
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Success, S.Failure == Failure {
      switch result {
      case .success:
        subscriber.receive(subscription: Single(subscriber, name: "Once", outcome: result))
      case .failure(let error):
        Fail(error: error).receive(subscriber: subscriber)
      }
    }
  }

  /// The result as a publisher.
  public var publisher: Publisher { Publisher(self) }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
extension Result.Publisher: Sendable where Success: Sendable {}
