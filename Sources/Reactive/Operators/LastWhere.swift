extension Publisher {
  /// Sends the last value for which a closure returns `true`, when the stream finishes.
  ///
  /// Upstream is asked for everything at the subscription. The result waits until the subscriber
  /// asks; so does the end of a stream in which none fits. An error does not wait.
  ///
  /// ```marble
  /// numbers                  -1-2-3-|
  /// last(where: { $0 < 3 })  -------(2|)
  /// ```
  @preconcurrency
  @inlinable
  public func last(
    where predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.LastWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Sends the last value for which a closure that can throw returns `true`, at the end.
  ///
  /// As ``last(where:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled.
  ///
  /// ```marble
  /// words                    -1-2-(x!)
  /// tryLast(where: isLarge)  -----#
  /// ```
  @preconcurrency
  @inlinable
  public func tryLast(
    where predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryLastWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of the last value that fits.
  ///
  /// See ``Publisher/last(where:)``.
  public struct LastWhere<Upstream: Publisher>: Publisher {
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
          fold: LastFold<Upstream.Output, Never>("LastWhere", predicate),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }

  /// A publisher of the last value that fits, or fails.
  ///
  /// See ``Publisher/tryLast(where:)``.
  public struct TryLastWhere<Upstream: Publisher>: Publisher {
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
          fold: LastFold<Upstream.Output, any Error>("TryLastWhere", predicate),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}

@usableFromInline
@frozen
struct LastFold<Input, Thrown: Error>: Fold {
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
    if try predicate(input) { result = input }
    return .more
  }
}
