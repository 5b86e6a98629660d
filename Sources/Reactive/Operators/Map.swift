extension Publisher {
  /// Changes every value with a closure.
  ///
  /// One value in, one value out, so demand passes through untouched. The end and the error pass on
  /// as they are. The closure runs on the thread that sends.
  ///
  /// ```marble
  /// numbers          --1---2---3---|
  /// map { $0 * 10 }  --10--20--30--|
  /// ```
  @preconcurrency @inlinable public func map<Result>(
    _ transform: @escaping @Sendable (Output) -> Result
  ) -> Publishers.Map<Self, Result> {
    .init(self, "Map", mapFailure: same) { .send(transform($0)) }
  }

  /// Changes every value with a closure that can throw.
  ///
  /// As ``map(_:)``; what the closure throws fails the stream and cancels upstream. The error
  /// type becomes `any Error`.
  @preconcurrency @inlinable public func tryMap<Result>(
    _ transform: @escaping @Sendable (Output) throws -> Result
  ) -> Publishers.TryMap<Self, Result> {
    .init(self, "TryMap", mapFailure: anyError) { .send(try transform($0)) }
  }

  /// Puts a value in place of every `nil`.
  ///
  /// One value in, one value out: demand, the end and the error pass through untouched.
  ///
  /// ```marble
  /// numbers              -7-nil-8-|
  /// replaceNil(with: 0)  -7-0---8-|
  /// ```
  @inlinable public func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T>
  where Output == T? {
    map { $0 ?? output }
  }
}

extension Publishers {
  /// What ``Publisher/map(_:)`` returns.
  public typealias Map<Upstream: Publisher, Output> = Transformed<
    Upstream, Output, Upstream.Failure
  >

  /// What ``Publisher/tryMap(_:)`` returns.
  public typealias TryMap<Upstream: Publisher, Output> = Staged<
    Upstream, Stateless, Output, any Error
  >
}

extension Publisher {
  /// Changes every value with a closure and drops those for which it returns `nil`.
  ///
  /// For a value that is dropped, upstream is asked for one more, so that the subscriber gets as
  /// many as it asked for. The end and the error pass on as they are.
  ///
  /// ```marble
  /// words                   --7---x---8---|
  /// compactMap { Int($0) }  --7-------8---|
  /// ```
  @preconcurrency @inlinable public func compactMap<Result>(
    _ transform: @escaping @Sendable (Output) -> Result?
  ) -> Publishers.CompactMap<Self, Result> {
    .init(self, "CompactMap", mapFailure: same) { value in
      transform(value).map(StepResult.send) ?? .skip
    }
  }

  /// Changes every value with a closure that can throw, and drops those for which it returns `nil`.
  ///
  /// As ``compactMap(_:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryCompactMap<Result>(
    _ transform: @escaping @Sendable (Output) throws -> Result?
  ) -> Publishers.TryCompactMap<Self, Result> {
    .init(self, "TryCompactMap", mapFailure: anyError) {
      try transform($0).map(StepResult.send) ?? .skip
    }
  }
}

extension Publishers {
  /// What ``Publisher/compactMap(_:)`` returns.
  public typealias CompactMap<Upstream: Publisher, Output> = Map<Upstream, Output>

  /// What ``Publisher/tryCompactMap(_:)`` returns.
  public typealias TryCompactMap<Upstream: Publisher, Output> = TryMap<Upstream, Output>
}
