extension Publisher {
  /// Combines all values into one, which is sent when the stream finishes.
  ///
  /// Upstream is asked for everything at the subscription. The result, which is `initial` if there
  /// was no value, waits until the subscriber asks. An error does not wait, and the result is
  /// dropped. For every result on the way there is ``scan(_:_:)``.
  ///
  /// ```marble
  /// numbers       -1-2-3-|
  /// reduce(0, +)  -------(6|)
  /// ```
  @preconcurrency
  @inlinable
  public func reduce<Accumulator>(
    _ initial: Accumulator,
    _ nextPartialResult: @escaping @Sendable (Accumulator, Output) -> Accumulator
  ) -> Publishers.Reduce<Self, Accumulator> {
    .init(upstream: self, initial: initial, nextPartialResult: nextPartialResult)
  }

  /// Combines all values into one with a closure that can throw, when the stream finishes.
  ///
  /// As ``reduce(_:_:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled.
  ///
  /// ```marble
  /// words               -1-2-(x!)
  /// tryReduce(0, plus)  -----#
  /// ```
  @preconcurrency
  @inlinable
  public func tryReduce<Accumulator>(
    _ initial: Accumulator,
    _ nextPartialResult: @escaping @Sendable (Accumulator, Output) throws -> Accumulator
  ) -> Publishers.TryReduce<Self, Accumulator> {
    .init(upstream: self, initial: initial, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher of one value made from all values.
  ///
  /// See ``Publisher/reduce(_:_:)``.
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The value to begin with.
    public let initial: Output

    /// The closure that adds a value to the result.
    @preconcurrency public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      initial: Output,
      nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Reduction(
          subscriber,
          fold: ReduceFold<Upstream.Output, Output, Never>("Reduce", initial, nextPartialResult),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }

  /// A publisher of one value made from all values, or fails.
  ///
  /// See ``Publisher/tryReduce(_:_:)``.
  public struct TryReduce<Upstream: Publisher, Output>: Publisher {
    /// The kind of error that can end the stream.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The value to begin with.
    public let initial: Output

    /// The closure that adds a value to the result.
    @preconcurrency public let nextPartialResult:
      @Sendable (Output, Upstream.Output) throws -> Output

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      initial: Output,
      nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Reduction(
          subscriber,
          fold: ReduceFold<Upstream.Output, Output, any Error>(
            "TryReduce",
            initial,
            nextPartialResult
          ),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}

@usableFromInline
@frozen
struct ReduceFold<Input, Output, Thrown: Error>: Fold {
  @usableFromInline let name: StaticString
  @usableFromInline var accumulated: Output
  @usableFromInline let next: @Sendable (Output, Input) throws(Thrown) -> Output

  @inlinable var result: Output? { accumulated }

  @inlinable
  init(
    _ name: StaticString,
    _ initial: Output,
    _ next: @escaping @Sendable (Output, Input) throws(Thrown) -> Output
  ) {
    self.name = name
    accumulated = initial
    self.next = next
  }

  @inlinable
  mutating func receive(_ input: Input) throws(Thrown) -> Progress {
    accumulated = try next(accumulated, input)
    return .more
  }
}
