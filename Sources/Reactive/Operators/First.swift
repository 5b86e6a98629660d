extension Publisher {
  /// Sends the first value, then finishes.
  ///
  /// Upstream is asked for everything at the subscription and cancelled at its first value. The
  /// result waits until the subscriber asks; so does the end of a stream that had no value. An
  /// error does not wait.
  ///
  /// ```marble
  /// numbers  --(1!)
  /// first()  --(1|)
  /// ```
  @inlinable
  public func first() -> Publishers.First<Self> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// A publisher of the first value.
  ///
  /// See ``Publisher/first()``.
  public struct First<Upstream: Publisher>: Publisher {
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
          fold: FirstFold<Upstream.Output, Never>("First") { _ in true },
          rule: Keeps<Upstream.Failure>.self
        )
      )
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}
