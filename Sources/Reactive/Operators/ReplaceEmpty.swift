extension Publisher {
  /// Sends a value if the stream finishes without having sent any.
  ///
  /// Upstream is asked for everything at the subscription, as in Combine; what comes waits until
  /// the subscriber asks, and nothing bounds how much does. The value that stands in waits as well.
  /// A stream that fails fails.
  ///
  /// ```marble
  /// numbers                ---|
  /// replaceEmpty(with: 0)  ---(0|)
  /// ```
  @inlinable
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that sends at least one value unless it fails.
  ///
  /// See ``Publisher/replaceEmpty(with:)``.
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

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
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Substitution(subscriber, output: output, replaces: .emptiness) { $0 }
      )
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable
where Upstream: Equatable, Upstream.Output: Equatable {}
