/// What tells `zip` from `combineLatest`.
@usableFromInline protocol CombiningRule: SendableMetatype {
  /// The name of the operator, which is its subscription's description.
  static var name: StaticString { get }

  /// Whether a value stays until a newer one replaces it, or is used once.
  static var keepsLatest: Bool { get }
}

extension Publisher {
  @inlinable func combined<B: Publisher, Rule: CombiningRule>(
    with b: B,
    by rule: Rule.Type
  ) -> Publishers.Attached<Self, B, (Output, B.Output), Failure> where B.Failure == Failure {
    .init(self, and: b) { a, b, subscriber in
      let both = Both(Slot<Output, Rule>(), Slot<B.Output, Rule>())
      let all = CombiningSubscription(subscriber, both)
      all.attach(a, at: 0) { $0.first.put($1) }
      all.attach(b, at: 1) { $0.second.put($1) }
    }
  }

  @inlinable func combined<B: Publisher, C: Publisher, Rule: CombiningRule>(
    with b: B,
    _ c: C,
    by rule: Rule.Type
  ) -> Publishers.Attached<Self, (B, C), (Output, B.Output, C.Output), Failure>
  where B.Failure == Failure, C.Failure == Failure {
    .init(self, and: (b, c)) { a, others, subscriber in
      let both = Both(Slot<Output, Rule>(), Slot<B.Output, Rule>())
      let flat = MapStep { (all: ((Output, B.Output), C.Output)) in (all.0.0, all.0.1, all.1) }
      let three = Both(both, Slot<C.Output, Rule>())
      let all = CombiningSubscription(StatelessStage(subscriber, flat), three)
      all.attach(a, at: 0) { $0.first.first.put($1) }
      all.attach(others.0, at: 1) { $0.first.second.put($1) }
      all.attach(others.1, at: 2) { $0.second.put($1) }
    }
  }

  @inlinable func combined<B: Publisher, C: Publisher, D: Publisher, Rule: CombiningRule>(
    with b: B,
    _ c: C,
    _ d: D,
    by rule: Rule.Type
  ) -> Publishers.Attached<Self, (B, C, D), (Output, B.Output, C.Output, D.Output), Failure>
  where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    .init(self, and: (b, c, d)) { a, others, subscriber in
      let both = Both(Slot<Output, Rule>(), Slot<B.Output, Rule>())
      let rest = Both(Slot<C.Output, Rule>(), Slot<D.Output, Rule>())
      let flat = MapStep { (all: ((Output, B.Output), (C.Output, D.Output))) in
        (all.0.0, all.0.1, all.1.0, all.1.1)
      }
      let all = CombiningSubscription(StatelessStage(subscriber, flat), Both(both, rest))
      all.attach(a, at: 0) { $0.first.first.put($1) }
      all.attach(others.0, at: 1) { $0.first.second.put($1) }
      all.attach(others.1, at: 2) { $0.second.first.put($1) }
      all.attach(others.2, at: 3) { $0.second.second.put($1) }
    }
  }
}

/// Where the values of several publishers wait for each other.
@usableFromInline protocol Slots {
  associatedtype Output
  associatedtype Rule: CombiningRule

  static var count: Int { get }

  /// A bit for each publisher of which there is a value.
  var ready: UInt8 { get }

  /// One value of each; they have to be there.
  mutating func take() -> Output?
}

extension Slots {
  /// A bit for each publisher.
  @inlinable static var all: UInt8 { 1 << count - 1 }

  /// One value of each, if all are there.
  @inlinable mutating func next() -> Output? { ready == Self.all ? take() : nil }
}

/// What one publisher has sent and may still be used.
@usableFromInline @frozen struct Slot<Value, Rule: CombiningRule>: Slots {
  @usableFromInline var waiting = Queue<Value>()
  @usableFromInline var latest: Value?

  @inlinable init() {}

  @inlinable static var count: Int { 1 }

  @inlinable var ready: UInt8 { (Rule.keepsLatest ? latest != nil : !waiting.isEmpty) ? 1 : 0 }

  /// Returns the value that is replaced, to be released outside the lock.
  @inlinable mutating func put(_ value: Value) -> Value? {
    guard Rule.keepsLatest else {
      waiting.append(value)
      return nil
    }
    let last = latest
    latest = value
    return last
  }

  @inlinable mutating func take() -> Value? {
    Rule.keepsLatest ? latest : waiting.popFirst()
  }
}

/// The slots of two publishers, or of two groups of them.
@usableFromInline @frozen struct Both<First: Slots, Second: Slots>: Slots
where First.Rule == Second.Rule {
  @usableFromInline typealias Rule = First.Rule

  @usableFromInline var first: First
  @usableFromInline var second: Second

  @inlinable init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable static var count: Int { First.count + Second.count }
  @inlinable var ready: UInt8 { first.ready | second.ready << First.count }

  @inlinable mutating func take() -> (First.Output, Second.Output)? {
    guard let first = first.take(), let second = second.take() else { return nil }
    return (first, second)
  }
}

/// Several upstreams of different kinds, seen by the subscriber as one: the engine of `zip` and
/// `combineLatest`.
///
/// ```
/// a ─▶ CombiningInlet ─┐
/// b ─▶ CombiningInlet ─┼─▶ CombiningSubscription ─▶ subscriber
/// c ─▶ CombiningInlet ─┘
/// ```
@usableFromInline
final class CombiningSubscription<Downstream: Subscriber, Values: Slots>: Subscription,
  CustomStringConvertible,
  @unchecked Sendable
where Values.Output == Downstream.Input {
  // @unchecked Sendable because the machine is locked; values are handed over through it.
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Ending = Subscribers.Completion<Failure>

  @usableFromInline let downstream: Downstream
  @usableFromInline let machine: Locked<Machine>

  @inlinable init(_ downstream: Downstream, _ values: Values) {
    self.downstream = downstream
    machine = Locked(Machine(values))
  }

  @inlinable var description: String { "\(Values.Rule.name)" }

  @inlinable func attach<P: Publisher>(
    _ publisher: P,
    at index: Int,
    _ store: @escaping @Sendable (inout Values, P.Output) -> P.Output?
  ) where P.Failure == Failure {
    publisher.subscribe(CombiningInlet(all: self, index: index, store: store))
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    let (others, action) = machine.withLock { $0.request(demand) }
    for other in others { other.request(demand) }
    perform(action)
  }

  @inlinable func cancel() {
    let last = machine.withLock { $0.cancel() }
    for upstream in last.upstreams { upstream.cancel() }
  }

  @inlinable func connect(_ subscription: any Subscription, _ index: Int) {
    guard let upstreams = machine.withLock({ $0.connect(subscription, index) }) else {
      return subscription.cancel()
    }
    guard !upstreams.isEmpty else { return }
    downstream.receive(subscription: self)
    perform(machine.withLock { $0.delivery.delivered(.none) })
    if Values.Rule.keepsLatest { for upstream in upstreams { upstream.request(.unlimited) } }
  }

  @inlinable func receive<Input>(
    _ index: Int,
    _ store: (inout Values) -> Input?
  ) -> Subscribers.Demand {
    let (action, _) = machine.withLock { $0.receive(index, store) }
    return perform(action)
  }

  @inlinable func receive(_ completion: Ending, _ index: Int) {
    perform(machine.withLock { $0.finish(completion, index) }.action)
  }

  /// Delivers what is due; answers what the upstream that is sending may send more.
  @discardableResult
  @inlinable func perform(_ first: Action) -> Subscribers.Demand {
    var action = first
    var answer = Subscribers.Demand.none
    while true {
      switch action {
      case .deliver(let value):
        let more = downstream.receive(value)
        let last = machine.withLock { $0.delivered(more) }
        for other in last.others { other.request(more) }
        answer += last.answer
        action = last.next
      case .end(let completion, _):
        for upstream in machine.withLock({ $0.takeLive() }) { upstream.cancel() }
        downstream.receive(completion: completion)
        return answer
      case .nothing:
        return answer
      }
    }
  }
}

extension CombiningSubscription {
  @usableFromInline typealias Action = DeliveryQueue<Downstream.Input, Failure>.Action

  @usableFromInline @frozen struct Machine {
    @usableFromInline var values: Values
    @usableFromInline var upstreams: [(any Subscription)?]
    @usableFromInline var connected: UInt8 = 0
    @usableFromInline var finished: UInt8 = 0
    @usableFromInline var delivery: DeliveryQueue<Downstream.Input, Failure>

    /// The upstream whose value completed the one that is being delivered, and which takes the answer
    /// to it; `nil` if that one has been answered already.
    @usableFromInline var sending: Int?
    @usableFromInline var asked = Subscribers.Demand.none

    @inlinable init(_ values: Values) {
      self.values = values
      upstreams = Array(repeating: nil, count: Values.count)
      delivery = DeliveryQueue(demand: Values.Rule.keepsLatest ? .none : .unlimited)
      // Until the subscriber has its subscription, whatever comes waits, the end included.
      delivery.isDelivering = true
    }

    /// Keeps a subscription; returns all of them if it was the last, `nil` if it is to be canceled.
    @inlinable
    mutating func connect(_ subscription: any Subscription, _ index: Int) -> [any Subscription]? {
      guard !delivery.isOver, connected & 1 << index == 0 else { return nil }
      connected |= 1 << index
      upstreams[index] = subscription
      return connected == Values.all ? live : []
    }

    @inlinable mutating func receive<Input>(
      _ index: Int,
      _ store: (inout Values) -> Input?
    ) -> (Action, replaced: Input?) {
      guard !delivery.isOver else { return (.nothing, nil) }
      let replaced = store(&values)
      guard let value = values.next() else { return (endIfExhausted(), replaced) }
      guard case .deliver(let due) = delivery.send(value) else {
        return (endIfExhausted(), replaced)
      }
      sending = index
      return (.deliver(due), replaced)
    }

    @inlinable mutating func delivered(
      _ more: Subscribers.Demand
    ) -> (others: [any Subscription], next: Action, answer: Subscribers.Demand) {
      let others = more == .none ? [] : others(than: sending)
      let answer = sending == nil ? .none : more + asked
      (sending, asked) = (nil, .none)
      let next = delivery.delivered(Values.Rule.keepsLatest ? more : .none)
      if case .nothing = next { return (others, endIfExhausted(), answer) }
      return (others, next, answer)
    }

    @inlinable mutating func request(_ demand: Subscribers.Demand) -> ([any Subscription], Action) {
      guard !delivery.isOver else { return ([], .nothing) }
      if Values.Rule.keepsLatest { return ([], delivery.request(demand)) }
      // The one that is sending is told by the answer to its value.
      if sending != nil { asked += demand }
      return (others(than: sending), .nothing)
    }

    /// The end of an upstream, whose subscription is released outside the lock.
    @inlinable mutating func finish(
      _ completion: Ending,
      _ index: Int
    ) -> (action: Action, released: (any Subscription)?) {
      guard finished & 1 << index == 0 else { return (.nothing, nil) }
      finished |= 1 << index
      let last = upstreams[index].take()
      if case .failure = completion { return (delivery.end(completion), last) }
      return (endIfExhausted(), last)
    }

    @inlinable
    mutating func cancel() -> (upstreams: [any Subscription], dropped: [Downstream.Input?]) {
      let dropped = delivery.cancel()
      return (takeLive(), dropped)
    }

    @inlinable var live: [any Subscription] { upstreams.compactMap { $0 } }

    @inlinable func others(than sender: Int?) -> [any Subscription] {
      guard !Values.Rule.keepsLatest else { return [] }
      return upstreams.indices.compactMap { $0 == sender ? nil : upstreams[$0] }
    }

    @inlinable mutating func takeLive() -> [any Subscription] {
      let last = live
      for index in upstreams.indices { upstreams[index] = nil }
      return last
    }

    /// Ends the stream if no further value can come.
    @inlinable mutating func endIfExhausted() -> Action {
      guard finished != 0 else { return .nothing }
      let isDone = Values.Rule.keepsLatest && finished == Values.all
      return isDone || finished & ~values.ready != 0 ? delivery.end(.finished) : .nothing
    }
  }
}

@usableFromInline @frozen
struct CombiningInlet<Downstream: Subscriber, Values: Slots, Input>: Subscriber,
  CustomStringConvertible
where Values.Output == Downstream.Input {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let all: CombiningSubscription<Downstream, Values>
  @usableFromInline let index: Int
  /// Returns the value that is replaced, to be released outside the lock.
  @usableFromInline let store: @Sendable (inout Values, Input) -> Input?
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init(
    all: CombiningSubscription<Downstream, Values>,
    index: Int,
    store: @escaping @Sendable (inout Values, Input) -> Input?
  ) {
    self.all = all
    self.index = index
    self.store = store
  }

  @inlinable var description: String { all.description }

  @inlinable func receive(subscription: any Subscription) {
    all.connect(subscription, index)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    all.receive(index) { store(&$0, input) }
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    all.receive(completion, index)
  }
}
