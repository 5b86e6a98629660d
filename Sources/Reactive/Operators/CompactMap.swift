extension Publisher {
  /// Changes every value with a closure and drops those for which it returns `nil`.
  ///
  /// A value that is dropped is made up for: upstream is asked for one more, so that the subscriber
  /// gets as many as it asked for. The end and the error pass on as they are.
  ///
  /// ```marble
  /// words                   --7---x---8---|
  /// compactMap { Int($0) }  --7-------8---|
  /// ```
  @preconcurrency
  @inlinable
  public func compactMap<Result>(
    _ transform: @escaping @Sendable (Output) -> Result?
  ) -> Publishers.CompactMap<Self, Result> {
    .init(upstream: self, transform: transform)
  }

  /// Changes every value with a closure that can throw, and drops those for which it returns `nil`.
  ///
  /// As ``compactMap(_:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled.
  ///
  /// ```marble
  /// words                       --7---nil---8---(x!)
  /// tryCompactMap(numberOrNil)  --7---------8---#
  /// ```
  @preconcurrency
  @inlinable
  public func tryCompactMap<Result>(
    _ transform: @escaping @Sendable (Output) throws -> Result?
  ) -> Publishers.TryCompactMap<Self, Result> {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that changes values and drops the empty ones.
  ///
  /// See ``Publisher/compactMap(_:)``.
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that changes a value.
    @preconcurrency public let transform: @Sendable (Upstream.Output) -> Output?

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      transform: @escaping @Sendable (Upstream.Output) -> Output?
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
        Relay(
          subscriber,
          step: PureCompactMapStep<Upstream.Output, Output>(transform)
        )
      )
    }
  }

  /// A publisher that changes values and drops the empty ones, or fails.
  ///
  /// See ``Publisher/tryCompactMap(_:)``.
  public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
    /// The kind of error that can end the stream.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that changes a value or throws.
    @preconcurrency public let transform: @Sendable (Upstream.Output) throws -> Output?

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      transform: @escaping @Sendable (Upstream.Output) throws -> Output?
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
          step: CompactMapStep<Upstream.Output, Output, any Error>("TryCompactMap", transform),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}

extension Publishers.CompactMap {
  /// Changes every value once more, in the same stage, and drops the empty ones.
  @preconcurrency
  @inlinable
  public func compactMap<Result>(
    _ transform: @escaping @Sendable (Output) -> Result?
  ) -> Publishers.CompactMap<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { first($0).flatMap(transform) }
  }

  /// Changes every value once more, in the same stage.
  @preconcurrency
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (Output) -> Result
  ) -> Publishers.CompactMap<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { first($0).map(transform) }
  }
}

extension Publishers.TryCompactMap {
  /// Changes every value once more, in the same stage, and drops the empty ones.
  @preconcurrency
  @inlinable
  public func compactMap<Result>(
    _ transform: @escaping @Sendable (Output) throws -> Result?
  ) -> Publishers.TryCompactMap<Upstream, Result> {
    let first = self.transform
    return .init(upstream: upstream) { try first($0).flatMap(transform) }
  }
}

@usableFromInline
@frozen
struct PureCompactMapStep<Input, Output>: PureStep {
  @usableFromInline let transform: @Sendable (Input) -> Output?

  @inlinable
  init(_ transform: @escaping @Sendable (Input) -> Output?) {
    self.transform = transform
  }

  @inlinable var name: StaticString { "CompactMap" }

  @inlinable
  func receive(_ input: Input) -> Verdict<Output> {
    guard let output = transform(input) else { return .skip }
    return .send(output)
  }
}

@usableFromInline
@frozen
struct CompactMapStep<Input, Output, Thrown: Error>: Step {
  @usableFromInline let name: StaticString
  @usableFromInline let transform: @Sendable (Input) throws(Thrown) -> Output?

  @inlinable
  init(_ name: StaticString, _ transform: @escaping @Sendable (Input) throws(Thrown) -> Output?) {
    self.name = name
    self.transform = transform
  }

  @inlinable
  func receive(_ input: Input) throws(Thrown) -> Verdict<Output> {
    guard let output = try transform(input) else { return .skip }
    return .send(output)
  }
}
