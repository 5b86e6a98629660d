extension Publisher {
  /// Leaves values out until a closure returns `false`, then passes on that one and the rest.
  ///
  /// The closure is not called again after its first `false`. A value that is left out is made up
  /// for: upstream is asked for one more. The end and the error pass on at any time.
  ///
  /// ```marble
  /// numbers                  -1-3-2-4-|
  /// drop(while: { $0 < 3 })  ---3-2-4-|
  /// ```
  @preconcurrency
  @inlinable
  public func drop(
    while predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.DropWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }

  /// Leaves values out until a closure that can throw returns `false`, then passes on the rest.
  ///
  /// As ``drop(while:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled.
  ///
  /// ```marble
  /// words                    -1-2-(x!)
  /// tryDrop(while: isSmall)  -----#
  /// ```
  @preconcurrency
  @inlinable
  public func tryDrop(
    while predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryDropWhile<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that leaves out the first values.
  ///
  /// See ``Publisher/drop(while:)``.
  public struct DropWhile<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether a value is dropped.
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
          step: DropWhileStep<Output, Never>("DropWhile", predicate),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }

  /// A publisher that leaves out the first values, or fails.
  ///
  /// See ``Publisher/tryDrop(while:)``.
  public struct TryDropWhile<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether a value is dropped, or throws.
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
          step: DropWhileStep<Output, any Error>("TryDropWhile", predicate),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}

@usableFromInline
@frozen
struct DropWhileStep<Input, Thrown: Error>: Step {
  @inlinable static var trust: Trust { .whileConnected }

  @usableFromInline let name: StaticString
  @usableFromInline let predicate: @Sendable (Input) throws(Thrown) -> Bool
  @usableFromInline var isDropping = true

  @inlinable
  init(_ name: StaticString, _ predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) {
    self.name = name
    self.predicate = predicate
  }

  @inlinable
  mutating func receive(_ input: Input) throws(Thrown) -> Verdict<Input> {
    if isDropping {
      if try predicate(input) { return .skip }
      isDropping = false
    }
    return .send(input)
  }
}
