extension Publisher where Failure == Never {
  /// Gives a stream that cannot fail an error type, so that it fits beside one that can.
  ///
  /// Nothing but the type changes: `zip`, `merge` and their kind want all their publishers to have
  /// the same `Failure`.
  ///
  /// ```marble
  /// numbers                           -1-2-|
  /// setFailureType(to: Problem.self)  -1-2-|
  /// ```
  @inlinable
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.SetFailureType<Self, NewFailure> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// A publisher that cannot fail, with an error type all the same.
  ///
  /// See ``Publisher/setFailureType(to:)``.
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher
  where Upstream.Failure == Never {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The publisher that values come from.
    public let upstream: Upstream

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(FailureRelay(subscriber, name: "SetFailureType") { _ in .finished })
    }

    /// Changes the error type once more, in the same stage.
    @inlinable
    public func setFailureType<NewFailure: Error>(
      to failure: NewFailure.Type
    ) -> Publishers.SetFailureType<Upstream, NewFailure> {
      .init(upstream: upstream)
    }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}
