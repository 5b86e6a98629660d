extension Publishers {
  /// A publisher that attaches a subscriber of an operator's own to its upstream.
  ///
  /// Combine has a type for each operator. Here most of those that need more than a step or a
  /// reduction are names for this one: `Publishers.Debounce`, `Publishers.Zip` and so on. What is below
  /// is erased, which costs one call of a closure a value.
  public struct Attached<Upstream: Publisher, Others, Output, Failure: Error>: Operator {
    @usableFromInline typealias Attach =
      @Sendable (Upstream, Others, AnySubscriber<Output, Failure>) -> Void

    /// The publisher that values come from.
    public let upstream: Upstream

    /// What else values come from: other publishers, or a value that is sent in place of others.
    @usableFromInline let others: Others
    @usableFromInline let attach: Attach

    @inlinable init(_ upstream: Upstream, and others: Others, attach: @escaping Attach) {
      self.upstream = upstream
      self.others = others
      self.attach = attach
    }

    /// An operator with one upstream, and with a subscriber that a closure makes.
    @inlinable init<S: Subscriber>(
      _ upstream: Upstream,
      _ make: @escaping @Sendable (AnySubscriber<Output, Failure>) -> S
    ) where Others == Void, S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      self.init(upstream, and: ()) { upstream, _, subscriber in
        upstream.subscribe(make(subscriber))
      }
    }

    /// Attaches a subscriber.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      attach(upstream, others, AnySubscriber(subscriber))
    }
  }
}

extension Publishers.Attached: Sendable where Upstream: Sendable, Others: Sendable {}
