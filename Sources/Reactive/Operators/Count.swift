extension Publisher {
  /// Counts the values and sends the number when the stream finishes.
  ///
  /// Upstream is asked for everything at the subscription. The number waits until the subscriber
  /// asks; an error does not wait.
  ///
  /// ```marble
  /// words    -a-b-c-|
  /// count()  -------(3|)
  /// ```
  @inlinable
  public func count() -> Publishers.Count<Self> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// A publisher of the number of values.
  ///
  /// See ``Publisher/count()``.
  public struct Count<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Int

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Reduction(
          subscriber,
          fold: CountFold<Upstream.Output>(),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

@usableFromInline
@frozen
struct CountFold<Input>: Fold {
  @usableFromInline let name: StaticString = "Count"
  @usableFromInline var total = 0

  @inlinable var result: Int? { total }

  @inlinable
  init() {
  }

  @inlinable
  mutating func receive(_ input: Input) throws(Never) -> Progress {
    total += 1
    return .more
  }
}
