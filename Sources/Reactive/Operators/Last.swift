extension Publisher {
  /// Sends the last value when the stream finishes.
  ///
  /// Upstream is asked for everything at the subscription. The result waits until the subscriber
  /// asks; so does the end of a stream that had no value. An error does not wait, and no value goes
  /// before it.
  ///
  /// ```marble
  /// numbers  -1-2-3-|
  /// last()   -------(3|)
  /// ```
  @inlinable
  public func last() -> Publishers.Last<Self> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// A publisher of the last value.
  ///
  /// See ``Publisher/last()``.
  public struct Last<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

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
          fold: LastFold<Upstream.Output, Never>("Last") { _ in true },
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}
