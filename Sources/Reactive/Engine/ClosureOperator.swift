extension Publishers {
  /// A publisher that attaches a subscriber of an operator's own to its upstream.
  ///
  /// Combine has a type for each operator. Here most of those that need more than a step or a
  /// reduction are names for this one: `Publishers.Debounce`, `Publishers.Zip` and so on. What is
  /// below is erased, which costs one call of a closure a value.
  public struct ClosureOperator<Upstream: Publisher, Others, Output, Failure: Error>: Operator {
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

  /// An operator that leaves the values and the error what they are.
  public typealias Relayed<Upstream: Publisher> = ClosureOperator<
    Upstream, Void, Upstream.Output, Upstream.Failure
  >
}

extension Publishers.ClosureOperator: Sendable where Upstream: Sendable, Others: Sendable {}

/// What an operator attaches to its upstream, and hands its subscriber as the subscription.
@usableFromInline
protocol OperatorSubscription: AnyObject, Subscriber, Subscription, CustomStringConvertible {
  /// The name of the operator, which is the subscription's description.
  var name: StaticString { get }
}

extension OperatorSubscription {
  @inlinable var description: String { "\(name)" }
}

/// A subscription of an operator with one upstream.
///
/// Where it does not say otherwise, it passes on everything but values.
@usableFromInline protocol LinkedSubscription: OperatorSubscription {
  associatedtype Downstream: Subscriber

  var downstream: Downstream { get }
  var upstream: UpstreamLink { get }
}

extension LinkedSubscription {
  @inlinable func receive(subscription: any Subscription) {
    if upstream.connect(subscription) { downstream.receive(subscription: self) }
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @inlinable func cancel() {
    upstream.close()?.cancel()
  }
}

extension LinkedSubscription where Failure == Downstream.Failure {
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if upstream.close() != nil { downstream.receive(completion: completion) }
  }
}

/// Asks another publisher for one value, which is a signal to the operator.
struct SignalSubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  let signal: SharedLink
  let owner: any Subscription & CustomStringConvertible
  let onValue: @Sendable () -> Void
  var onCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void = { _ in }

  var combineIdentifier: CombineIdentifier { owner.combineIdentifier }
  var description: String { owner.description }

  func receive(subscription: any Subscription) {
    if signal.upstream.connect(subscription) { subscription.request(.max(1)) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    if signal.upstream.close() != nil { onValue() }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if signal.upstream.close() != nil { onCompletion(completion) }
  }
}
