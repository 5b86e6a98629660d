extension Publisher {
  /// Passes values on until a closure returns `false`, then finishes.
  ///
  /// The value that does not fit is not passed on; upstream is cancelled there. Demand, the end and
  /// the error pass through.
  ///
  /// ```marble
  /// numbers                    -1-2-(3!)
  /// prefix(while: { $0 < 3 })  -1-2-|
  /// ```
  @preconcurrency
  @inlinable
  public func prefix(
    while predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.PrefixWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Passes values on until a closure that can throw returns `false`, then finishes.
  ///
  /// As ``prefix(while:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled.
  ///
  /// ```marble
  /// words                      -1-2-(x!)
  /// tryPrefix(while: isSmall)  -1-2-#
  /// ```
  @preconcurrency
  @inlinable
  public func tryPrefix(
    while predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryPrefixWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that ends at the first value that does not fit.
  ///
  /// See ``Publisher/prefix(while:)``.
  public struct PrefixWhile<Upstream: Publisher>: Publisher {
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
        Stage(
          subscriber,
          step: PrefixWhileStep<Output, Never>("PrefixWhile", predicate),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }

  /// A publisher that ends at the first value that does not fit, or fails.
  ///
  /// See ``Publisher/tryPrefix(while:)``.
  public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether a value fits, or throws.
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
        Stage(
          subscriber,
          step: PrefixWhileStep<Output, any Error>("TryPrefixWhile", predicate),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}

@usableFromInline
@frozen
struct PrefixWhileStep<Input, Thrown: Error>: Step {
  @usableFromInline let name: StaticString
  @usableFromInline let predicate: @Sendable (Input) throws(Thrown) -> Bool

  @inlinable
  init(_ name: StaticString, _ predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) {
    self.name = name
    self.predicate = predicate
  }

  @inlinable
  mutating func receive(_ input: Input) throws(Thrown) -> Verdict<Input> {
    try predicate(input) ? .send(input) : .finish
  }
}
