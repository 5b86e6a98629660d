extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Passes on the values of the latest publisher only.
  ///
  /// Takes a publisher of publishers. When a new one arrives, the one before it is cancelled, and a
  /// value of it that still waits is dropped. So no value of an old publisher is seen after a value
  /// of a new one: the answer to an old text never takes the place of the answer to a new text. (A
  /// value that another thread is delivering at that very moment still arrives, before any of the
  /// new one.)
  ///
  /// - **Demand** outlives the switch: what was asked for and not delivered is asked of the new
  ///   publisher. The publisher of publishers is asked for everything.
  /// - **End.** The stream finishes when the publisher of publishers and the latest publisher have
  ///   both finished. An error of either ends it and cancels the other.
  /// - **Threads.** A publisher is cancelled, and its successor subscribed to, on the thread on
  ///   which the successor arrives. They may send from different threads; deliveries do not
  ///   overlap.
  /// - **Cancelling** cancels the latest publisher, then the publisher of publishers.
  ///
  /// ```marble
  /// words             -a----b------|
  /// for a              --1--!
  /// for b                   ----3---4-|
  /// switchToLatest()  ---1------3---4-|
  /// ```
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    .init(switchingToLatestOf: self)
  }
}

extension Publisher where Output: Publisher, Failure == Never {
  /// Passes on the values of the latest publisher only, which may fail.
  ///
  /// As `switchToLatest()`, for a publisher of publishers that cannot fail itself.
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Output, Publishers.SetFailureType<Self, Output.Failure>
    >
  {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}

extension Publisher where Output: Publisher, Failure == Never, Output.Failure == Never {
  /// Passes on the values of the latest publisher only; nothing can fail.
  ///
  /// As `switchToLatest()`, where neither the publishers nor the publisher of publishers
  /// fail.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    .init(switchingToLatestOf: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Passes on the values of the latest publisher only, which cannot fail.
  ///
  /// As `switchToLatest()`, for a publisher of publishers that can fail itself.
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>,
      Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}

extension Publishers {
  /// What `Publisher.switchToLatest()` returns.
  public typealias SwitchToLatest<P: Publisher, Upstream: Publisher> = ClosureOperator<
    Upstream, Void, P.Output, Upstream.Failure
  >
}

extension Publishers.ClosureOperator
where Others == Void, Upstream.Output: Publisher, Failure == Upstream.Failure {
  @inlinable init(switchingToLatestOf upstream: Upstream)
  where Upstream.Output.Output == Output, Upstream.Output.Failure == Failure {
    self.init(upstream, and: ()) { upstream, _, subscriber in
      let outer = SwitchSubscription<AnySubscriber<Output, Failure>, Upstream.Output>(subscriber)
      subscriber.receive(subscription: outer)
      upstream.subscribe(outer)
    }
  }
}

/// The subscription of a `switchToLatest`: a lock around the ``SwitchMachine``.
///
/// ```
/// publishers ─▶ SwitchSubscription ─▶ subscriber
///                      ▲
/// latest ─▶ InnerSubscriber (knows its index)
/// ```
///
/// What comes from the publisher of publishers, here "outer", arrives at the methods of
/// `Subscriber`; what comes from the latest one, "inner", at those that take an index as well. The
/// index is how an inner publisher that was switched away from is known: it is not the machine's
/// any more.
@usableFromInline
final class SwitchSubscription<Downstream: Subscriber, Input: Publisher>: OperatorSubscription,
  MultiUpstream, @unchecked Sendable
where Input.Output == Downstream.Input, Input.Failure == Downstream.Failure {
  // @unchecked Sendable because the machine is locked; values are handed over through it.
  @usableFromInline typealias Value = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Machine = SwitchMachine<Downstream.Input, Failure>

  @usableFromInline let downstream: Downstream
  @usableFromInline let machine = Locked(Machine())

  @inlinable init(_ downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable var name: StaticString { "SwitchToLatest" }

  // MARK: From the publisher of publishers

  @inlinable func receive(subscription: any Subscription) {
    if machine.withLock({ $0.connect(subscription) }) {
      subscription.request(.unlimited)
    } else {
      subscription.cancel()
    }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    let (index, last, _) = machine.withLock { $0.switchOver() }
    last?.cancel()
    if let index { input.subscribe(InnerSubscriber(parent: self, index: index)) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    let (last, action, _) = machine.withLock { $0.outerEnded(completion) }
    last?.cancel()
    perform(action)
  }

  // MARK: From the subscriber

  @inlinable func request(_ demand: Subscribers.Demand) {
    demand.assertNonZero()
    machine.withLock { $0.request(demand) }?.request(demand)
  }

  @inlinable func cancel() {
    let (inner, outer, _) = machine.withLock { $0.cancel() }
    inner?.cancel()
    outer?.cancel()
  }

  // MARK: From an inner publisher

  @inlinable func connect(_ subscription: any Subscription, _ index: Int) {
    guard let demand = machine.withLock({ $0.connect(subscription, index) }) else {
      return subscription.cancel()
    }
    if demand != .none { subscription.request(demand) }
  }

  @inlinable func receive(_ value: Downstream.Input, _ index: Int) -> Subscribers.Demand {
    guard case .deliver(let value) = machine.withLock({ $0.receive(value, index) }) else {
      return .none
    }
    return deliver(value, from: index)
  }

  @inlinable func receive(_ completion: Subscribers.Completion<Failure>, _ index: Int) {
    let (outer, action, _) = machine.withLock { $0.innerEnded(completion, index) }
    outer?.cancel()
    perform(action)
  }

  // MARK: To the subscriber

  @inlinable func perform(_ action: Machine.Action) {
    switch action {
    case .deliver(let value): _ = deliver(value, from: nil)
    case .end(let completion, _): downstream.receive(completion: completion)
    case .nothing: break
    }
  }

  /// Delivers a value and what has gathered meanwhile.
  ///
  /// What the subscriber asks for is the answer to the value that the latest publisher sent, and a
  /// request to that publisher otherwise.
  @inlinable func deliver(_ first: Downstream.Input, from index: Int?) -> Subscribers.Demand {
    var additionalDemand = Subscribers.Demand.none
    var (value, sender) = (first, index)
    while true {
      let more = downstream.receive(value)
      let (action, inner, isAnswer) = machine.withLock { machine in
        (machine.delivered(more), machine.inner, machine.index == sender)
      }
      if isAnswer { additionalDemand = more } else if more != .none { inner?.request(more) }
      switch action {
      case .deliver(let next): (value, sender) = (next, nil)
      case .end(let completion, _):
        downstream.receive(completion: completion)
        return additionalDemand
      case .nothing: return additionalDemand
      }
    }
  }
}

/// Which inner publisher of a `switchToLatest` is the latest, and what it may send.
///
/// ```
/// no inner ──new publisher──▶ awaiting ──its subscription──▶ live
/// live ──new publisher──▶ awaiting      the last one is cancelled
/// live ──it finishes──▶ no inner        the end, if the publisher of publishers has finished
/// live ──it fails──▶ over               the publisher of publishers is cancelled
/// ```
@usableFromInline struct SwitchMachine<Value, Failure: Error> {
  @usableFromInline typealias Action = DeliveryQueue<Value, Failure>.Action

  /// The subscription to the publisher of publishers.
  @usableFromInline var outer: (any Subscription)?
  @usableFromInline var isOuterFinished = false

  /// The subscription to the latest publisher.
  @usableFromInline var inner: (any Subscription)?
  @usableFromInline var isAwaitingInner = false

  /// The number of the latest publisher; events with another number are late and ignored.
  @usableFromInline var index: Int = 0

  /// What the subscriber has asked for and not been sent: the next publisher is asked for it.
  @usableFromInline var outstanding = Subscribers.Demand.none

  // Inner publishers send no more than was asked for, so the delivery itself need not count.
  @usableFromInline var delivery = DeliveryQueue<Value, Failure>(demand: .unlimited)

  @inlinable init() {}

  /// Keeps the subscription to the publisher of publishers; `false` if it is to be cancelled.
  @inlinable mutating func connect(_ subscription: any Subscription) -> Bool {
    guard outer == nil, !delivery.isOver else { return false }
    outer = subscription
    return true
  }

  /// Makes room for a new publisher; returns its number, the subscription to cancel, and what to
  /// let go outside the lock.
  @inlinable
  mutating func switchOver() -> (index: Int?, last: (any Subscription)?, dropped: [Value?]) {
    guard !delivery.isOver, !isOuterFinished else { return (nil, nil, []) }
    index += 1
    isAwaitingInner = true
    // What was sent and never delivered is still outstanding.
    outstanding += delivery.waiting.count
    return (index, inner.take(), delivery.waiting.takeAll())
  }

  /// Keeps the subscription to the latest publisher.
  ///
  /// Returns what to ask it for; `nil` if it is to be cancelled.
  @inlinable mutating func connect(_ new: any Subscription, _ index: Int) -> Subscribers.Demand? {
    guard index == self.index, !delivery.isOver, inner == nil, isAwaitingInner else { return nil }
    inner = new
    isAwaitingInner = false
    return outstanding
  }

  @inlinable mutating func receive(_ value: Value, _ index: Int) -> Action {
    guard index == self.index, !delivery.isOver else { return .nothing }
    outstanding -= 1
    return delivery.send(value)
  }

  @inlinable mutating func delivered(_ more: Subscribers.Demand) -> Action {
    outstanding += more
    return delivery.delivered(.none)
  }

  @inlinable mutating func request(_ demand: Subscribers.Demand) -> (any Subscription)? {
    outstanding += demand
    return inner
  }

  /// The end of an inner publisher; returns what to cancel, what to tell the subscriber, and what
  /// to release outside the lock.
  @inlinable mutating func innerEnded(
    _ completion: Subscribers.Completion<Failure>,
    _ index: Int
  ) -> (cancel: (any Subscription)?, Action, released: (any Subscription)?) {
    guard index == self.index, !delivery.isOver, !isAwaitingInner else {
      return (nil, .nothing, nil)
    }
    let last = inner.take()
    switch completion {
    case .finished:
      return (nil, isOuterFinished ? delivery.end(completion) : .nothing, last)
    case .failure:
      return (outer.take(), delivery.end(completion), last)
    }
  }

  /// The end of the publisher of publishers; returns the same.
  @inlinable mutating func outerEnded(
    _ completion: Subscribers.Completion<Failure>
  ) -> (cancel: (any Subscription)?, Action, released: (any Subscription)?) {
    let last = outer.take()
    isOuterFinished = true
    guard !delivery.isOver else { return (nil, .nothing, last) }
    switch completion {
    case .finished:
      let isDone = !isAwaitingInner && inner == nil
      return (nil, isDone ? delivery.end(completion) : .nothing, last)
    case .failure:
      return (inner.take(), delivery.end(completion), last)
    }
  }

  @inlinable mutating func cancel() -> (
    inner: (any Subscription)?, outer: (any Subscription)?, dropped: [Value?]
  ) {
    (inner.take(), outer.take(), delivery.cancel())
  }
}
