extension Publisher {
  /// Sends whether a closure returns `true` for every value, then finishes.
  ///
  /// `false` at the first that does not fit, where upstream is cancelled; `true` when the stream
  /// finishes without one, also if it had no value at all. Upstream is asked for everything at the
  /// subscription; the answer waits until the subscriber asks, an error does not.
  ///
  /// ```marble
  /// numbers                -1-2-(3!)
  /// allSatisfy { $0 < 3 }  -----(false|)
  /// ```
  @preconcurrency
  @inlinable
  public func allSatisfy(
    _ predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.AllSatisfy<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Sends whether a closure that can throw returns `true` for every value, then finishes.
  ///
  /// As ``allSatisfy(_:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled.
  ///
  /// ```marble
  /// words                   -1-2-(x!)
  /// tryAllSatisfy(isSmall)  -----#
  /// ```
  @preconcurrency
  @inlinable
  public func tryAllSatisfy(
    _ predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of whether all values fit.
  ///
  /// See ``Publisher/allSatisfy(_:)``.
  public struct AllSatisfy<Upstream: Publisher>: Publisher {
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
            "AllSatisfy",
            decisive: false,
            predicate
          ),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }

  /// A publisher of whether all values fit, or fails.
  ///
  /// See ``Publisher/tryAllSatisfy(_:)``.
  public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
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
            "TryAllSatisfy",
            decisive: false,
            predicate
          ),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}
