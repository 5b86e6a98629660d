extension Publisher {
  /// Drops all values and passes on only how the stream ends.
  ///
  /// For work of which only the outcome matters. Everything is asked for at the subscription, and
  /// the end does not wait for demand.
  ///
  /// ```marble
  /// numbers         -1-2-3-|
  /// ignoreOutput()  -------|
  /// ```
  @inlinable
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// A publisher that drops all values.
  ///
  /// See ``Publisher/ignoreOutput()``.
  public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    /// Nothing is sent.
    public typealias Output = Never

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches a subscriber; everything is asked for at once.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Never, S.Failure == Failure {
      upstream.subscribe(IgnoreOutputSubscriber<S, Upstream.Output>(downstream: subscriber))
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

@usableFromInline
@frozen
struct IgnoreOutputSubscriber<Downstream: Subscriber, Input>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(downstream: Downstream) {
    self.downstream = downstream
  }

  @usableFromInline var description: String { "IgnoreOutput" }

  @inlinable
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
    subscription.request(.unlimited)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}
