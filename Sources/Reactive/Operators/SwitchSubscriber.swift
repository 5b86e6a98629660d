/// The subscription of a `switchToLatest`: a lock around the ``SwitchMachine``.
///
/// ```
/// publishers ─▶ SwitchSubscriber ─▶ subscriber
///                      ▲
/// latest ─▶ SwitchBranch (knows its index)
/// ```
///
/// What comes from the publisher of publishers, here "outer", arrives at the methods of
/// `Subscriber`; what comes from the latest one, "inner", at those that take an index as well. The
/// index is how an inner publisher that was switched away from is known: it is not the machine's
/// any more.
@usableFromInline
final class SwitchSubscriber<Downstream: Subscriber, Input: Publisher>: Subscriber,
  Subscription, CustomStringConvertible, @unchecked Sendable
where Input.Output == Downstream.Input, Input.Failure == Downstream.Failure {
  // @unchecked Sendable because the machine is locked; values are handed over through it.
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Machine = SwitchMachine<Downstream.Input, Failure>

  @usableFromInline let downstream: Downstream
  @usableFromInline let machine = Locked(Machine())

  @inlinable
  init(_ downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable var description: String { "SwitchToLatest" }

  // MARK: From the publisher of publishers

  @inlinable
  func receive(subscription: any Subscription) {
    if machine.withLock({ $0.connect(subscription) }) {
      subscription.request(.unlimited)
    } else {
      subscription.cancel()
    }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    let (index, last, _) = machine.withLock { $0.switchOver() }
    last?.cancel()
    if let index { input.subscribe(SwitchBranch(parent: self, index: index)) }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    let (last, action) = machine.withLock { $0.outerEnded(completion) }
    last?.cancel()
    perform(action)
  }

  // MARK: From the subscriber

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    machine.withLock { $0.request(demand) }?.request(demand)
  }

  @inlinable
  func cancel() {
    let (inner, outer, _) = machine.withLock { $0.cancel() }
    inner?.cancel()
    outer?.cancel()
  }

  // MARK: From an inner publisher

  @inlinable
  func connect(_ subscription: any Subscription, _ index: UInt64) {
    guard let demand = machine.withLock({ $0.connect(subscription, index) }) else {
      return subscription.cancel()
    }
    if demand != .none { subscription.request(demand) }
  }

  @inlinable
  func receive(_ value: Downstream.Input, _ index: UInt64) -> Subscribers.Demand {
    guard case .deliver(let value) = machine.withLock({ $0.receive(value, index) }) else {
      return .none
    }
    return deliver(value, from: index)
  }

  @inlinable
  func receive(_ completion: Subscribers.Completion<Failure>, _ index: UInt64) {
    let (outer, action) = machine.withLock { $0.innerEnded(completion, index) }
    outer?.cancel()
    perform(action)
  }

  // MARK: To the subscriber

  @inlinable
  func perform(_ action: Machine.Action) {
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
  @inlinable
  func deliver(_ first: Downstream.Input, from index: UInt64?) -> Subscribers.Demand {
    var answer = Subscribers.Demand.none
    var (value, sender) = (first, index)
    while true {
      let more = downstream.receive(value)
      let (action, inner, isAnswer) = machine.withLock { machine in
        (machine.delivered(more), machine.inner, machine.index == sender)
      }
      if isAnswer { answer = more } else if more != .none { inner?.request(more) }
      switch action {
      case .deliver(let next): (value, sender) = (next, nil)
      case .end(let completion, _):
        downstream.receive(completion: completion)
        return answer
      case .nothing: return answer
      }
    }
  }
}

/// The subscriber of one inner publisher, which tells the parent its number with whatever comes.
@usableFromInline
@frozen
struct SwitchBranch<Downstream: Subscriber, Child: Publisher>: Subscriber,
  CustomStringConvertible
where Child.Output == Downstream.Input, Child.Failure == Downstream.Failure {
  @usableFromInline typealias Input = Child.Output
  @usableFromInline typealias Failure = Child.Failure

  @usableFromInline let parent: SwitchSubscriber<Downstream, Child>
  @usableFromInline let index: UInt64
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(parent: SwitchSubscriber<Downstream, Child>, index: UInt64) {
    self.parent = parent
    self.index = index
  }

  @inlinable var description: String { parent.description }

  @inlinable
  func receive(subscription: any Subscription) {
    parent.connect(subscription, index)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    parent.receive(input, index)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    parent.receive(completion, index)
  }
}
