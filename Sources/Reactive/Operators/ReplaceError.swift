extension Publisher {
  /// Sends a value in place of an error, and finishes.
  ///
  /// Demand passes through. The value that stands in waits until the subscriber asks, if it has
  /// not. A stream that finishes just finishes.
  ///
  /// ```marble
  /// numbers                -1-2-#
  /// replaceError(with: 0)  -1-2-(0|)
  /// ```
  @inlinable
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that sends a value in place of an error.
  ///
  /// See ``Publisher/replaceError(with:)``.
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// No failure gets past.
    public typealias Failure = Never

    /// The value that stands in.
    public let output: Upstream.Output

    /// The publisher that values come from.
    public let upstream: Upstream

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Never {
      upstream.subscribe(
        Substitution(subscriber, output: output, replaces: .failure) {
          (_: Subscribers.Completion<Upstream.Failure>) in .finished
        }
      )
    }
  }
}

extension Publishers.ReplaceError: Equatable
where Upstream: Equatable, Upstream.Output: Equatable {}
