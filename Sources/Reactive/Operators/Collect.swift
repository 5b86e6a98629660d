extension Publisher {
  /// Collects all values into one array, which is sent when the stream finishes.
  ///
  /// Upstream is asked for everything at the subscription, and nothing bounds the array. The
  /// result, empty if there was no value, waits until the subscriber asks. An error does not wait,
  /// and what was collected is dropped.
  ///
  /// ```marble
  /// numbers    -1-2-3-|
  /// collect()  -------([1,2,3]|)
  /// ```
  @inlinable
  public func collect() -> Publishers.Collect<Self> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// A publisher of all values in one array.
  ///
  /// See ``Publisher/collect()``.
  public struct Collect<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = [Upstream.Output]

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
          fold: CollectFold<Upstream.Output>(),
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

@usableFromInline
@frozen
struct CollectFold<Input>: Fold {
  @usableFromInline let name: StaticString = "Collect"
  @usableFromInline var collected: [Input] = []

  @inlinable var result: [Input]? { collected }

  @inlinable
  init() {
  }

  @inlinable
  mutating func receive(_ input: Input) throws(Never) -> Progress {
    collected.append(input)
    return .more
  }
}
