extension Publisher {
  /// Combines the values so far into one, and sends that after every value.
  ///
  /// The running total, where ``reduce(_:_:)`` sends only the last one. `initialResult` itself is
  /// not sent. One value in, one value out: demand passes through untouched, as do the end and the
  /// error.
  ///
  /// ```marble
  /// numbers     -1-2-3-|
  /// scan(0, +)  -1-3-6-|
  /// ```
  @preconcurrency
  @inlinable
  public func scan<Result>(
    _ initialResult: Result,
    _ nextPartialResult: @escaping @Sendable (Result, Output) -> Result
  ) -> Publishers.Scan<Self, Result> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Combines the values so far into one with a closure that can throw, and sends that each time.
  ///
  /// As ``scan(_:_:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled.
  ///
  /// ```marble
  /// words             -1-2-(x!)
  /// tryScan(0, plus)  -1-3-#
  /// ```
  @preconcurrency
  @inlinable
  public func tryScan<Result>(
    _ initialResult: Result,
    _ nextPartialResult: @escaping @Sendable (Result, Output) throws -> Result
  ) -> Publishers.TryScan<Self, Result> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher of running results.
  ///
  /// See ``Publisher/scan(_:_:)``.
  public struct Scan<Upstream: Publisher, Output>: Publisher {
    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The result to begin with, which is not sent.
    public let initialResult: Output

    /// The closure that adds a value to the result.
    @preconcurrency public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      initialResult: Output,
      nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let step = PureScanStep<Upstream.Output, Output>(initialResult, nextPartialResult)
      upstream.subscribe(Relay(subscriber, step: step))
    }
  }

  /// A publisher of running results, or of a failure.
  ///
  /// See ``Publisher/tryScan(_:_:)``.
  public struct TryScan<Upstream: Publisher, Output>: Publisher {
    /// The kind of error that can end the stream.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The result to begin with, which is not sent.
    public let initialResult: Output

    /// The closure that adds a value to the result, or throws.
    @preconcurrency public let nextPartialResult:
      @Sendable (Output, Upstream.Output) throws -> Output

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      initialResult: Output,
      nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let step = ScanStep<Upstream.Output, Output, any Error>(
        "TryScan",
        initialResult,
        nextPartialResult
      )
      upstream.subscribe(Stage(subscriber, step: step, rule: Widens<Upstream.Failure>.self))
    }
  }
}

/// A class, so that it can remember the result inside a ``Relay``, which is a value.
@usableFromInline
final class PureScanStep<Input, Output>: PureStep {
  @usableFromInline let next: @Sendable (Output, Input) -> Output
  @exclusivity(unchecked) @usableFromInline var result: Output

  @inlinable
  init(_ initial: Output, _ next: @escaping @Sendable (Output, Input) -> Output) {
    self.next = next
    result = initial
  }

  @inlinable var name: StaticString { "Scan" }

  @inlinable
  func receive(_ input: Input) -> Verdict<Output> {
    result = next(result, input)
    return .send(result)
  }
}

@usableFromInline
@frozen
struct ScanStep<Input, Output, Thrown: Error>: Step {
  @inlinable static var trust: Trust { .full }

  @usableFromInline let name: StaticString
  @usableFromInline let next: @Sendable (Output, Input) throws(Thrown) -> Output
  @usableFromInline var result: Output

  @inlinable
  init(
    _ name: StaticString,
    _ initial: Output,
    _ next: @escaping @Sendable (Output, Input) throws(Thrown) -> Output
  ) {
    self.name = name
    self.next = next
    result = initial
  }

  @inlinable
  mutating func receive(_ input: Input) throws(Thrown) -> Verdict<Output> {
    result = try next(result, input)
    return .send(result)
  }
}
