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
    .init(upstream: self, transform: transform)
  }

  /// Changes every value with a closure that can throw.
  ///
  /// As ``map(_:)``; what the closure throws ends the stream as its failure, and upstream is
  /// canceled before the subscriber receives it. The error type becomes `any Error`.
  ///
  /// ```marble
  /// words           --7---8---(x!)
  /// tryMap(number)  --7---8---#
  /// ```
  @preconcurrency @inlinable public func tryMap<Result>(
    _ transform: @escaping @Sendable (Output) throws -> Result
  ) -> Publishers.TryMap<Self, Result> {
    .init(upstream: self, transform: transform)
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
  public struct Map<Upstream: Publisher, Output>: Operator {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that changes a value.
    @preconcurrency public let transform: @Sendable (Upstream.Output) -> Output

    /// Makes the publisher from its parts.
    @preconcurrency @inlinable
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Upstream.Failure {
      upstream.subscribe(StatelessStage(subscriber, MapStep(transform)))
    }
  }

  /// What ``Publisher/tryMap(_:)`` returns.
  public struct TryMap<Upstream: Publisher, Output>: Operator {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that changes a value, or throws.
    @preconcurrency public let transform: @Sendable (Upstream.Output) throws -> Output

    /// The closure can throw anything.
    public typealias Failure = any Error

    /// Makes the publisher from its parts.
    @preconcurrency @inlinable public init(
      upstream: Upstream,
      transform: @escaping @Sendable (Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == any Error {
      Staged(throwing: upstream, "TryMap", trust: .full, state: Stateless()) {
        [transform] _, value in
        .send(try transform(value))
      }
      .receive(subscriber: subscriber)
    }
  }
}

extension Publishers.Map: Sendable where Upstream: Sendable {}
extension Publishers.TryMap: Sendable where Upstream: Sendable {}

extension Publishers.Map {
  /// Changes every value once more, in the same stage.
  @preconcurrency @inlinable public func map<Result>(
    _ transform: @escaping @Sendable (Output) -> Result
  ) -> Publishers.Map<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { transform(first($0)) }
  }

  /// Changes every value once more, in the same stage, or fails.
  @preconcurrency @inlinable public func tryMap<Result>(
    _ transform: @escaping @Sendable (Output) throws -> Result
  ) -> Publishers.TryMap<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { try transform(first($0)) }
  }
}

extension Publishers.TryMap {
  /// Changes every value once more, in the same stage.
  @preconcurrency @inlinable public func map<Result>(
    _ transform: @escaping @Sendable (Output) -> Result
  ) -> Publishers.TryMap<Upstream, Result> {
    tryMap(transform)
  }

  /// Changes every value once more, in the same stage, or fails.
  @preconcurrency @inlinable public func tryMap<Result>(
    _ transform: @escaping @Sendable (Output) throws -> Result
  ) -> Publishers.TryMap<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { try transform(try first($0)) }
  }
}

@usableFromInline @frozen struct MapStep<Input, Output>: StatelessStep {
  @inlinable static var name: StaticString { "Map" }

  @usableFromInline let transform: @Sendable (Input) -> Output

  @inlinable init(_ transform: @escaping @Sendable (Input) -> Output) {
    self.transform = transform
  }

  @inlinable func receive(_ input: Input) -> Verdict<Output> {
    .send(transform(input))
  }
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
    .init(upstream: self, transform: transform)
  }

  /// Changes every value with a closure that can throw, and drops those for which it returns `nil`.
  ///
  /// As ``compactMap(_:)``; what the closure throws ends the stream as its failure, and upstream is
  /// canceled.
  ///
  /// ```marble
  /// words                       --7---nil---8---(x!)
  /// tryCompactMap(numberOrNil)  --7---------8---#
  /// ```
  @preconcurrency @inlinable public func tryCompactMap<Result>(
    _ transform: @escaping @Sendable (Output) throws -> Result?
  ) -> Publishers.TryCompactMap<Self, Result> {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// What ``Publisher/compactMap(_:)`` returns.
  public struct CompactMap<Upstream: Publisher, Output>: Operator {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that changes a value.
    @preconcurrency public let transform: @Sendable (Upstream.Output) -> Output?

    /// Makes the publisher from its parts.
    @preconcurrency @inlinable
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Upstream.Failure {
      upstream.subscribe(StatelessStage(subscriber, CompactMapStep(transform)))
    }
  }

  /// What ``Publisher/tryCompactMap(_:)`` returns.
  public struct TryCompactMap<Upstream: Publisher, Output>: Operator {
    /// The closure can throw anything.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that changes a value, or throws.
    @preconcurrency public let transform: @Sendable (Upstream.Output) throws -> Output?

    /// Makes the publisher from its parts.
    @preconcurrency @inlinable public init(
      upstream: Upstream,
      transform: @escaping @Sendable (Upstream.Output) throws -> Output?
    ) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == any Error {
      Staged(throwing: upstream, "TryCompactMap", state: Stateless()) { [transform] _, value in
        try transform(value).map(Verdict.send) ?? .skip
      }
      .receive(subscriber: subscriber)
    }

    /// Changes every value once more, in the same stage, and drops the empty ones.
    @preconcurrency @inlinable public func compactMap<Result>(
      _ transform: @escaping @Sendable (Output) throws -> Result?
    ) -> Publishers.TryCompactMap<Upstream, Result> {
      let first = self.transform
      return .init(upstream: upstream) { try first($0).flatMap(transform) }
    }
  }
}

extension Publishers.CompactMap: Sendable where Upstream: Sendable {}
extension Publishers.TryCompactMap: Sendable where Upstream: Sendable {}

extension Publishers.CompactMap {
  /// Changes every value once more, in the same stage, and drops the empty ones.
  @preconcurrency @inlinable public func compactMap<Result>(
    _ transform: @escaping @Sendable (Output) -> Result?
  ) -> Publishers.CompactMap<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { first($0).flatMap(transform) }
  }

  /// Changes every value once more, in the same stage.
  @preconcurrency @inlinable public func map<Result>(
    _ transform: @escaping @Sendable (Output) -> Result
  ) -> Publishers.CompactMap<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { first($0).map(transform) }
  }
}

@usableFromInline @frozen struct CompactMapStep<Input, Output>: StatelessStep {
  @inlinable static var name: StaticString { "CompactMap" }

  @usableFromInline let transform: @Sendable (Input) -> Output?

  @inlinable init(_ transform: @escaping @Sendable (Input) -> Output?) {
    self.transform = transform
  }

  @inlinable func receive(_ input: Input) -> Verdict<Output> {
    guard let output = transform(input) else { return .skip }
    return .send(output)
  }
}
