extension Publisher {
  /// Sends the largest value by a closure, when the stream finishes; the first of equals.
  ///
  /// Upstream is asked for everything at the subscription. The result waits until the subscriber
  /// asks; a stream without values finishes without one. An error does not wait.
  ///
  /// - Parameter areInIncreasingOrder: Whether its second argument is larger than its first.
  /// - Returns: A publisher of one value at most.
  ///
  /// ```marble
  /// words             -bb-a-ccc-|
  /// max(by: shorter)  ----------(ccc|)
  /// ```
  @preconcurrency
  @inlinable
  public func max(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Sends the largest value by a closure that can throw, when the stream finishes.
  ///
  /// As ``max(by:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled.
  ///
  /// ```marble
  /// words                  -1-2-(x!)
  /// tryMax(by: ascending)  -----#
  /// ```
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
  ///
  /// See ``Publisher/max(by:)``.
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
  ///
  /// See ``Publisher/tryMax(by:)``.
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
  /// Sends the smallest value by a closure, when the stream finishes; the first of equals.
  ///
  /// As ``max(by:)``, the other way round: the closure still says whether its second argument is
  /// larger than its first.
  ///
  /// ```marble
  /// words             -bb-a-ccc-|
  /// min(by: shorter)  ----------(a|)
  /// ```
  @preconcurrency
  @inlinable
  public func min(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    max { areInIncreasingOrder($1, $0) }
  }

  /// Sends the smallest value by a closure that can throw, when the stream finishes.
  ///
  /// As ``min(by:)``; what the closure throws ends the stream as its failure, and upstream is
  /// cancelled.
  ///
  /// ```marble
  /// words                  -1-2-(x!)
  /// tryMin(by: ascending)  -----#
  /// ```
  @preconcurrency
  @inlinable
  public func tryMin(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    tryMax { try areInIncreasingOrder($1, $0) }
  }
}

extension Publisher where Output: Comparable & SendableMetatype {
  /// Sends the smallest value when the stream finishes; the first of equals.
  ///
  /// As ``min(by:)``, with `<`.
  ///
  /// ```marble
  /// numbers  -2-1-3-|
  /// min()    -------(1|)
  /// ```
  @inlinable
  public func min() -> Publishers.Comparison<Self> {
    max { $0 > $1 }
  }

  /// Sends the largest value when the stream finishes; the first of equals.
  ///
  /// As ``max(by:)``, with `<`.
  ///
  /// ```marble
  /// numbers  -2-3-1-|
  /// max()    -------(3|)
  /// ```
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
