extension Publisher {
  /// Sends, at the end, the largest value by a closure; the first of equals.
  @preconcurrency
  @inlinable
  public func max(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Sends, at the end, the largest value by a closure; what it throws ends the stream.
  @preconcurrency
  @inlinable
  public func tryMax(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  /// A publisher of the largest value.
  public struct Comparison<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether the second value is larger than the first.
    @preconcurrency public let areInIncreasingOrder:
      @Sendable (Upstream.Output, Upstream.Output) -> Bool

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Reduction(
          subscriber,
          fold: ComparisonFold<Upstream.Output, Never>("Comparison", areInIncreasingOrder),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }

  /// A publisher of the largest value, or fails.
  public struct TryComparison<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = any Error

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The closure that says whether the second value is larger than the first.
    @preconcurrency public let areInIncreasingOrder:
      @Sendable (Upstream.Output, Upstream.Output) throws -> Bool

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Reduction(
          subscriber,
          fold: ComparisonFold<Upstream.Output, any Error>("TryComparison", areInIncreasingOrder),
          rule: Widens<Upstream.Failure>.self
        )
      )
    }
  }
}

extension Publisher {
  /// Sends, at the end, the smallest value by a closure; the first of equals.
  @preconcurrency
  @inlinable
  public func min(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    max { areInIncreasingOrder($1, $0) }
  }

  /// Sends, at the end, the smallest value by a closure; what it throws ends the stream.
  @preconcurrency
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    tryMax { try areInIncreasingOrder($1, $0) }
  }
}

extension Publisher where Output: Comparable & SendableMetatype {
  /// Sends, at the end, the smallest value.
  @inlinable
  public func min() -> Publishers.Comparison<Self> {
    max { $0 > $1 }
  }

  /// Sends, at the end, the largest value.
  @inlinable
  public func max() -> Publishers.Comparison<Self> {
    max { $0 < $1 }
  }
}

@usableFromInline
@frozen
struct ComparisonFold<Input, Thrown: Error>: Fold {
  @usableFromInline let name: StaticString
  @usableFromInline let isIncreasing: @Sendable (Input, Input) throws(Thrown) -> Bool
  @usableFromInline var result: Input?

  @inlinable
  init(
    _ name: StaticString,
    _ isIncreasing: @escaping @Sendable (Input, Input) throws(Thrown) -> Bool
  ) {
    self.name = name
    self.isIncreasing = isIncreasing
  }

  @inlinable
  mutating func receive(_ input: Input) throws(Thrown) -> Progress {
    guard let best = result else {
      result = input
      return .more
    }
    if try isIncreasing(best, input) { result = input }
    return .more
  }
}
