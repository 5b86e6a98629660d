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
  @preconcurrency @inlinable public func scan<Result>(
    _ initialResult: Result,
    _ nextPartialResult: @escaping @Sendable (Result, Output) -> Result
  ) -> Publishers.Scan<Self, Result> {
    .init(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Combines the values so far into one with a closure that can throw, and sends that each time.
  ///
  /// As ``scan(_:_:)``; what the closure throws ends the stream as its failure, and upstream is
  /// canceled.
  ///
  /// ```marble
  /// words             -1-2-(x!)
  /// tryScan(0, plus)  -1-3-#
  /// ```
  @preconcurrency @inlinable public func tryScan<Result>(
    _ initialResult: Result,
    _ nextPartialResult: @escaping @Sendable (Result, Output) throws -> Result
  ) -> Publishers.TryScan<Self, Result> {
    .init(throwing: self, "TryScan", trust: .full, state: initialResult) { result, value in
      result = try nextPartialResult(result, value)
      return .send(result)
    }
  }
}

extension Publishers {
  /// What ``Publisher/scan(_:_:)`` returns.
  public struct Scan<Upstream: Publisher, Output>: Operator {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// The result to begin with, which is not sent.
    public let initialResult: Output

    /// The closure that adds a value to the result.
    @preconcurrency public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

    /// Makes the publisher from its parts.
    @preconcurrency @inlinable public init(
      upstream: Upstream,
      initialResult: Output,
      nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Upstream.Failure {
      let step = ScanStep<Upstream.Output, Output>(initialResult, nextPartialResult)
      upstream.subscribe(StatelessStage(subscriber, step))
    }
  }

  /// What ``Publisher/tryScan(_:_:)`` returns.
  public typealias TryScan<Upstream: Publisher, Output> = Staged<
    Upstream, Output, Output, any Error
  >
}

extension Publishers.Scan: Sendable where Upstream: Sendable, Output: Sendable {}

/// A class, so that it can remember the result inside a stage that is a value.
@usableFromInline final class ScanStep<Input, Output>: StatelessStep {
  @inlinable static var name: StaticString { "Scan" }

  @usableFromInline let next: @Sendable (Output, Input) -> Output
  @exclusivity(unchecked) @usableFromInline var result: Output

  @inlinable init(_ initial: Output, _ next: @escaping @Sendable (Output, Input) -> Output) {
    self.next = next
    result = initial
  }

  @inlinable func receive(_ input: Input) -> Verdict<Output> {
    result = next(result, input)
    return .send(result)
  }
}
