extension Publishers {
  /// A publisher that takes everything from its upstream and sends one result.
  ///
  /// Combine has a type for each operator. Here most of those that reduce a stream are names for
  /// this one: `Publishers.Count`, `Publishers.FirstWhere` and so on.
  public struct Reduced<Upstream: Publisher, Output, Failure: Error>: Operator {
    /// Adds a value to the result; `true` when no other value can change it.
    @usableFromInline typealias Step =
      @Sendable (inout Output?, Upstream.Output) throws(Failure) -> Bool

    /// The publisher that values come from.
    public let upstream: Upstream

    @usableFromInline let name: StaticString
    @usableFromInline let initial: Output?
    @usableFromInline let step: Step
    @usableFromInline let mapFailure: @Sendable (Upstream.Failure) -> Failure

    /// A reduction that cannot fail by itself; without a result none is sent.
    @inlinable init(
      _ upstream: Upstream,
      _ name: StaticString,
      initial: Output? = nil,
      _ step: @escaping Step
    ) where Failure == Upstream.Failure {
      self.upstream = upstream
      self.name = name
      self.initial = initial
      self.step = step
      mapFailure = { $0 }
    }

    /// A reduction whose closure can throw.
    @inlinable init(
      throwing upstream: Upstream,
      _ name: StaticString,
      initial: Output? = nil,
      _ step: @escaping @Sendable (inout Output?, Upstream.Output) throws -> Bool
    ) where Failure == any Error {
      self.upstream = upstream
      self.name = name
      self.initial = initial
      self.step = step
      mapFailure = { $0 }
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Reduction(subscriber, self))
    }
  }
}

extension Publishers.Reduced: Sendable where Upstream: Sendable, Output: Sendable {}

/// A subscriber that takes everything and sends one result, when it is known and asked for.
@usableFromInline
final class Reduction<Upstream: Publisher, Downstream: Subscriber>: OperatorSubscription,
  @unchecked Sendable
{
  // @unchecked Sendable because the result is only used by upstream's deliveries, which are serial,
  // until the result is known, and then once, by the call that completes the pair in `delivery`.
  @usableFromInline typealias Input = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline typealias Reduced = Publishers.Reduced<
    Upstream, Downstream.Input, Downstream.Failure
  >

  @usableFromInline struct Delivery: Sendable {
    @usableFromInline var isRequested = false
    @usableFromInline var isKnown = false
    @usableFromInline var isOver = false
    @usableFromInline var isCancelled = false

    @usableFromInline init() {}

    /// Whether the result is due; true once.
    @usableFromInline mutating func due() -> Bool {
      guard isRequested, isKnown, !isOver else { return false }
      isOver = true
      return true
    }
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = UpstreamLink()
  @usableFromInline let name: StaticString
  @usableFromInline let step: Reduced.Step
  @usableFromInline let mapFailure: @Sendable (Failure) -> Downstream.Failure
  @usableFromInline let delivery = Locked(Delivery())
  @exclusivity(unchecked) @usableFromInline var result: Downstream.Input?

  @inlinable init(_ downstream: Downstream, _ publisher: Reduced) {
    self.downstream = downstream
    name = publisher.name
    step = publisher.step
    mapFailure = publisher.mapFailure
    result = publisher.initial
  }

  @inlinable func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    downstream.receive(subscription: self)
    subscription.request(.unlimited)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    do {
      if try step(&result, input) {
        upstream.close()?.cancel()
        resultIsKnown()
      }
    } catch {
      upstream.close()?.cancel()
      fail(error)
    }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.close() != nil else { return }
    switch completion {
    case .finished: resultIsKnown()
    case .failure(let error): fail(mapFailure(error))
    }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    demand.assertNonZero()
    deliver { $0.isRequested = true }
  }

  @usableFromInline func cancel() {
    delivery.withLock { ($0.isOver, $0.isCancelled) = (true, true) }
    upstream.close()?.cancel()
  }

  @usableFromInline func resultIsKnown() {
    deliver { $0.isKnown = true }
  }

  @usableFromInline func fail(_ error: Downstream.Failure) {
    if delivery.withLock({ !exchange(&$0.isOver, with: true) }) {
      downstream.receive(completion: .failure(error))
    }
  }

  @usableFromInline func deliver(_ change: (inout Delivery) -> Void) {
    let isDue = delivery.withLock { delivery in
      change(&delivery)
      return delivery.due()
    }
    guard isDue else { return }
    if let result { _ = downstream.receive(result) }
    if !delivery.withLock({ $0.isCancelled }) { downstream.receive(completion: .finished) }
  }
}
