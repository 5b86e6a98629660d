extension Publisher {
  /// Changes the error that ends the stream, if one does.
  ///
  /// Values, demand and a stream that finishes are left alone. The closure is called once at most.
  ///
  /// ```marble
  /// numbers             -1-2-#
  /// mapError(Other.of)  -1-2-#
  /// ```
  @preconcurrency
  @inlinable
  public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Publishers.MapError<Self, NewFailure> {
    .init(upstream: self, transform)
  }
}

extension Publishers {
  /// A publisher that changes the error.
  ///
  /// See ``Publisher/mapError(_:)``.
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that changes the error.
    @preconcurrency public let transform: @Sendable (Upstream.Failure) -> Failure

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(upstream: Upstream, _ map: @escaping @Sendable (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      transform = map
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        FailureRelay(subscriber, name: "MapError") { [transform] in $0.mapFailure(transform) }
      )
    }
  }
}
