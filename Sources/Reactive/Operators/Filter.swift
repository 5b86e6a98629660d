extension Publisher {
  /// Keeps the values for which a closure returns `true`.
  ///
  /// A value that is dropped is made up for: upstream is asked for one more. The end and the error
  /// pass on as they are.
  ///
  /// ```marble
  /// numbers            -1-2-3-4-|
  /// filter { $0 > 2 }  -----3-4-|
  /// ```
  @preconcurrency
  @inlinable
  public func filter(
    _ isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Filter<Self> {
    .init(upstream: self, isIncluded: isIncluded)
  }

  /// Keeps the values for which a closure that can throw returns `true`.
  ///
  /// As ``filter(_:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled.
  ///
  /// ```marble
  /// words               -1-7-(x!)
  /// tryFilter(isLarge)  ---7-#
  /// ```
  @preconcurrency
  @inlinable
  public func tryFilter(
    _ isIncluded: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFilter<Self> {
    .init(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// A publisher that keeps some values.
  ///
  /// See ``Publisher/filter(_:)``.
  public struct Filter<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether a value is kept.
    @preconcurrency public let isIncluded: @Sendable (Upstream.Output) -> Bool

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      isIncluded: @escaping @Sendable (Upstream.Output) -> Bool
    ) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Relay(subscriber, step: PureFilterStep<Output>(isIncluded)))
    }
  }

  /// A publisher that keeps some values, or fails.
  ///
  /// See ``Publisher/tryFilter(_:)``.
  public struct TryFilter<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether a value is kept, or throws.
    @preconcurrency public let isIncluded: @Sendable (Upstream.Output) throws -> Bool

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Stage(
          subscriber,
          step: FilterStep<Output, any Error>("TryFilter", isIncluded),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}

extension Publishers.Filter {
  /// Keeps fewer values, in the same stage.
  @preconcurrency
  @inlinable
  public func filter(
    _ isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Filter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { first($0) && isIncluded($0) }
  }

  /// Keeps fewer values, in the same stage, or fails.
  @preconcurrency
  @inlinable
  public func tryFilter(
    _ isIncluded: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

extension Publishers.TryFilter {
  /// Keeps fewer values, in the same stage.
  @preconcurrency
  @inlinable
  public func filter(
    _ isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }

  /// Keeps fewer values, in the same stage, or fails.
  @preconcurrency
  @inlinable
  public func tryFilter(
    _ isIncluded: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return .init(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}

@usableFromInline
@frozen
struct PureFilterStep<Input>: PureStep {
  @usableFromInline let isIncluded: @Sendable (Input) -> Bool

  @inlinable
  init(_ isIncluded: @escaping @Sendable (Input) -> Bool) {
    self.isIncluded = isIncluded
  }

  @inlinable var name: StaticString { "Filter" }

  @inlinable
  func receive(_ input: Input) -> Verdict<Input> {
    isIncluded(input) ? .send(input) : .skip
  }
}

@usableFromInline
@frozen
struct FilterStep<Input, Thrown: Error>: Step {
  @usableFromInline let name: StaticString
  @usableFromInline let isIncluded: @Sendable (Input) throws(Thrown) -> Bool

  @inlinable
  init(_ name: StaticString, _ isIncluded: @escaping @Sendable (Input) throws(Thrown) -> Bool) {
    self.name = name
    self.isIncluded = isIncluded
  }

  @inlinable
  func receive(_ input: Input) throws(Thrown) -> Verdict<Input> {
    try isIncluded(input) ? .send(input) : .skip
  }
}
