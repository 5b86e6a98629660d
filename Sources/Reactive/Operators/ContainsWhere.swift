extension Publisher {
  /// Sends whether a closure returns `true` for any value, then finishes.
  ///
  /// As ``contains(_:)``, with a closure in place of `==`.
  ///
  /// ```marble
  /// numbers                      -1-2-(3!)
  /// contains(where: { $0 > 2 })  -----(true|)
  /// ```
  @preconcurrency
  @inlinable
  public func contains(
    where predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.ContainsWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Sends whether a closure that can throw returns `true` for any value, then finishes.
  ///
  /// As ``contains(where:)``; what the closure throws ends the stream as its failure, and upstream
  /// is cancelled.
  ///
  /// ```marble
  /// words                        -1-2-(x!)
  /// tryContains(where: isLarge)  -----#
  /// ```
  @preconcurrency
  @inlinable
  public func tryContains(
    where predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of whether any value fits.
  ///
  /// See ``Publisher/contains(where:)``.
  public struct ContainsWhere<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Bool

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether a value fits.
    @preconcurrency public let predicate: @Sendable (Upstream.Output) -> Bool

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      predicate: @escaping @Sendable (Upstream.Output) -> Bool
    ) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Reduction(
          subscriber,
          fold: DecisionFold<Upstream.Output, Never>(
            "ContainsWhere",
            decisive: true,
            predicate
          ),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }

  /// A publisher of whether any value fits, or fails.
  ///
  /// See ``Publisher/tryContains(where:)``.
  public struct TryContainsWhere<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Bool

    /// The kind of error that can end the stream.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether a value fits.
    @preconcurrency public let predicate: @Sendable (Upstream.Output) throws -> Bool

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      predicate: @escaping @Sendable (Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Reduction(
          subscriber,
          fold: DecisionFold<Upstream.Output, any Error>(
            "TryContainsWhere",
            decisive: true,
            predicate
          ),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}
