extension Publisher {
  /// Sends the first value for which a closure returns `true`, then finishes.
  ///
  /// Upstream is asked for everything at the subscription and cancelled at the value that fits. The
  /// result waits until the subscriber asks; so does the end of a stream in which none fits. An
  /// error does not wait.
  ///
  /// ```marble
  /// numbers                   -1-2-(3!)
  /// first(where: { $0 > 2 })  -----(3|)
  /// ```
  @preconcurrency
  @inlinable
  public func first(
    where predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.FirstWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Sends the first value for which a closure that can throw returns `true`, then finishes.
  ///
  /// As ``first(where:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled.
  ///
  /// ```marble
  /// words                     -1-2-(x!)
  /// tryFirst(where: isLarge)  -----#
  /// ```
  @preconcurrency
  @inlinable
  public func tryFirst(
    where predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFirstWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of the first value that fits.
  ///
  /// See ``Publisher/first(where:)``.
  public struct FirstWhere<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

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
          // The name that Combine gives it.
          fold: FirstFold<Upstream.Output, Never>("TryFirst", predicate),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }

  /// A publisher of the first value that fits, or fails.
  ///
  /// See ``Publisher/tryFirst(where:)``.
  public struct TryFirstWhere<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

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
          fold: FirstFold<Upstream.Output, any Error>("TryFirstWhere", predicate),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}

@usableFromInline
@frozen
struct FirstFold<Input, Thrown: Error>: Fold {
  @usableFromInline let name: StaticString
  @usableFromInline let predicate: @Sendable (Input) throws(Thrown) -> Bool
  @usableFromInline var result: Input?

  @inlinable
  init(_ name: StaticString, _ predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) {
    self.name = name
    self.predicate = predicate
  }

  @inlinable
  mutating func receive(_ input: Input) throws(Thrown) -> Progress {
    guard try predicate(input) else { return .more }
    result = input
    return .done
  }
}
