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
  @preconcurrency
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (Output) -> Result
  ) -> Publishers.Map<Self, Result> {
    .init(upstream: self, transform: transform)
  }

  /// Changes every value with a closure that can throw.
  ///
  /// As ``map(_:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled before the subscriber hears of it. The error type becomes `any Error`.
  ///
  /// ```marble
  /// words           --7---8---(x!)
  /// tryMap(number)  --7---8---#
  /// ```
  @preconcurrency
  @inlinable
  public func tryMap<Result>(
    _ transform: @escaping @Sendable (Output) throws -> Result
  ) -> Publishers.TryMap<Self, Result> {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that changes every value.
  ///
  /// See ``Publisher/map(_:)``.
  public struct Map<Upstream: Publisher, Output>: Publisher {
    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that changes a value.
    @preconcurrency public let transform: @Sendable (Upstream.Output) -> Output

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      transform: @escaping @Sendable (Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Relay(subscriber, step: PureMapStep<Upstream.Output, Output>(transform))
      )
    }
  }

  /// A publisher that changes every value, or fails.
  ///
  /// See ``Publisher/tryMap(_:)``.
  public struct TryMap<Upstream: Publisher, Output>: Publisher {
    /// The kind of error that can end the stream.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that changes a value or throws.
    @preconcurrency public let transform: @Sendable (Upstream.Output) throws -> Output

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      transform: @escaping @Sendable (Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Stage(
          subscriber,
          step: MapStep<Upstream.Output, Output, any Error>("TryMap", transform),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}

extension Publishers.Map {
  /// Changes every value once more, in the same stage.
  @preconcurrency
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (Output) -> Result
  ) -> Publishers.Map<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { transform(first($0)) }
  }

  /// Changes every value once more, in the same stage, or fails.
  @preconcurrency
  @inlinable
  public func tryMap<Result>(
    _ transform: @escaping @Sendable (Output) throws -> Result
  ) -> Publishers.TryMap<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { try transform(first($0)) }
  }
}

extension Publishers.TryMap {
  /// Changes every value once more, in the same stage.
  @preconcurrency
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (Output) -> Result
  ) -> Publishers.TryMap<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { transform(try first($0)) }
  }

  /// Changes every value once more, in the same stage, or fails.
  @preconcurrency
  @inlinable
  public func tryMap<Result>(
    _ transform: @escaping @Sendable (Output) throws -> Result
  ) -> Publishers.TryMap<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { try transform(try first($0)) }
  }
}

@usableFromInline
@frozen
struct PureMapStep<Input, Output>: PureStep {
  @usableFromInline let transform: @Sendable (Input) -> Output

  @inlinable
  init(_ transform: @escaping @Sendable (Input) -> Output) {
    self.transform = transform
  }

  @inlinable var name: StaticString { "Map" }

  @inlinable
  func receive(_ input: Input) -> Verdict<Output> {
    .send(transform(input))
  }
}

@usableFromInline
@frozen
struct MapStep<Input, Output, Thrown: Error>: Step {
  @inlinable static var trust: Trust { .full }

  @usableFromInline let name: StaticString
  @usableFromInline let transform: @Sendable (Input) throws(Thrown) -> Output

  @inlinable
  init(_ name: StaticString, _ transform: @escaping @Sendable (Input) throws(Thrown) -> Output) {
    self.name = name
    self.transform = transform
  }

  @inlinable
  func receive(_ input: Input) throws(Thrown) -> Verdict<Output> {
    .send(try transform(input))
  }
}
