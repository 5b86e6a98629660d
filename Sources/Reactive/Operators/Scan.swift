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
    .init(self, "Scan", state: initialResult, mapFailure: same) { result, value in
      result = nextPartialResult(result, value)
      return .send(result)
    }
  }

  /// Combines the values so far into one with a closure that can throw, and sends that each time.
  ///
  /// As ``scan(_:_:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryScan<Result>(
    _ initialResult: Result,
    _ nextPartialResult: @escaping @Sendable (Result, Output) throws -> Result
  ) -> Publishers.TryScan<Self, Result> {
    .init(self, "TryScan", state: initialResult, mapFailure: anyError) { result, value in
      result = try nextPartialResult(result, value)
      return .send(result)
    }
  }
}

extension Publishers {
  /// What ``Publisher/scan(_:_:)`` returns.
  public typealias Scan<Upstream: Publisher, Output> = Staged<
    Upstream, Output, Output, Upstream.Failure
  >

  /// What ``Publisher/tryScan(_:_:)`` returns.
  public typealias TryScan<Upstream: Publisher, Output> = Staged<
    Upstream, Output, Output, any Error
  >
}
