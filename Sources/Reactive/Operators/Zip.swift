extension Publisher {
  /// Waits for one value of each of two publishers and sends them together.
  ///
  /// The first of one goes with the first of the other, the second with the second; a value without
  /// its counterpart waits, and nothing bounds how many do. A demand is passed on to both. Finishes
  /// when a publisher has finished of which no value waits, since no pair can come any more; the
  /// other is cancelled. An error ends the stream at once.
  ///
  /// ```marble
  /// numbers       -1-2-----3--!
  /// letters       --a--b------|
  /// zip(letters)  --1a-2b-----|
  /// ```
  @inlinable public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
  where P.Failure == Failure {
    combined(with: other, keepsLatest: false)
  }

  /// Sends the latest values of two publishers together, whenever one of them changes.
  ///
  /// Nothing is sent before each of them has sent something. Both are asked for everything; pairs
  /// that come faster than they are asked for wait, and nothing bounds how many do. (By Apple's
  /// documentation Combine's passes requests on, and drops values unless demand is unlimited.)
  /// Finishes when both have finished, or one without ever having sent anything. An error ends the
  /// stream and cancels the other.
  ///
  /// ```marble
  /// numbers                 -1-----2------|
  /// letters                 ---a------b----|
  /// combineLatest(letters)  ---1a--2a-2b---|
  /// ```
  @inlinable public func combineLatest<P: Publisher>(_ other: P)
    -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure {
    combined(with: other, keepsLatest: true)
  }

  /// Waits for one value of each of two publishers and sends what a closure makes of them.
  ///
  /// As ``zip(_:)``, followed by ``map(_:)``.
  @preconcurrency @inlinable public func zip<P: Publisher, T>(
    _ other: P,
    _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
  where P.Failure == Failure {
    zip(other).map { transform($0.0, $0.1) }
  }

  /// Sends what a closure makes of the latest values of two publishers.
  ///
  /// As ``combineLatest(_:)``, followed by ``map(_:)``.
  @preconcurrency @inlinable public func combineLatest<P: Publisher, T>(
    _ other: P,
    _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
  where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Waits for one value of each of three publishers and sends them together, as ``zip(_:)``.
  @inlinable public func zip<P1: Publisher, P2: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2
  ) -> Publishers.Zip3<Self, P1, P2>
  where P1.Failure == Failure, P2.Failure == Failure {
    zip(publisher1).zip(publisher2) { ($0.0, $0.1, $1) }
  }

  /// Sends the latest values of three publishers together, as ``combineLatest(_:)``.
  @inlinable public func combineLatest<P1: Publisher, P2: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2
  ) -> Publishers.CombineLatest3<Self, P1, P2>
  where P1.Failure == Failure, P2.Failure == Failure {
    combineLatest(publisher1).combineLatest(publisher2) { ($0.0, $0.1, $1) }
  }

  /// Waits for one value of each of three publishers and sends what a closure makes of them.
  @preconcurrency @inlinable public func zip<P1: Publisher, P2: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P1, P2>, T>
  where P1.Failure == Failure, P2.Failure == Failure {
    zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Sends what a closure makes of the latest values of three publishers.
  @preconcurrency @inlinable public func combineLatest<P1: Publisher, P2: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P1, P2>, T>
  where P1.Failure == Failure, P2.Failure == Failure {
    combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Waits for one value of each of four publishers and sends them together, as ``zip(_:)``.
  @inlinable public func zip<P1: Publisher, P2: Publisher, P3: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3
  ) -> Publishers.Zip4<Self, P1, P2, P3>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    zip(publisher1, publisher2).zip(publisher3) { ($0.0, $0.1, $0.2, $1) }
  }

  /// Sends the latest values of four publishers together, as ``combineLatest(_:)``.
  @inlinable public func combineLatest<P1: Publisher, P2: Publisher, P3: Publisher>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3
  ) -> Publishers.CombineLatest4<Self, P1, P2, P3>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    combineLatest(publisher1, publisher2).combineLatest(publisher3) { ($0.0, $0.1, $0.2, $1) }
  }

  /// Waits for one value of each of four publishers and sends what a closure makes of them.
  @preconcurrency @inlinable public func zip<P1: Publisher, P2: Publisher, P3: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output, P3.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P1, P2, P3>, T>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    zip(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }

  /// Sends what a closure makes of the latest values of four publishers.
  @preconcurrency @inlinable
  public func combineLatest<P1: Publisher, P2: Publisher, P3: Publisher, T>(
    _ publisher1: P1,
    _ publisher2: P2,
    _ publisher3: P3,
    _ transform: @escaping @Sendable (Output, P1.Output, P2.Output, P3.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P1, P2, P3>, T>
  where P1.Failure == Failure, P2.Failure == Failure, P3.Failure == Failure {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// What ``Publisher/zip(_:)`` returns.
  public typealias Zip<A: Publisher, B: Publisher> = ClosureOperator<
    A, B, (A.Output, B.Output), A.Failure
  >

  /// What a `zip` of three publishers returns.
  public typealias Zip3<A: Publisher, B: Publisher, C: Publisher> = Map<
    Zip<Zip<A, B>, C>, (A.Output, B.Output, C.Output)
  >

  /// What a `zip` of four publishers returns.
  public typealias Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> = Map<
    Zip<Zip3<A, B, C>, D>, (A.Output, B.Output, C.Output, D.Output)
  >

  /// What ``Publisher/combineLatest(_:)`` returns.
  public typealias CombineLatest<A: Publisher, B: Publisher> = Zip<A, B>

  /// What a `combineLatest` of three publishers returns.
  public typealias CombineLatest3<A: Publisher, B: Publisher, C: Publisher> = Zip3<A, B, C>

  /// What a `combineLatest` of four publishers returns.
  public typealias CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> = Zip4<
    A, B, C, D
  >
}

extension Publisher {
  @inlinable func combined<B: Publisher>(
    with other: B,
    keepsLatest: Bool
  ) -> Publishers.Zip<Self, B> where B.Failure == Failure {
    .init(self, and: other) { a, b, subscriber in
      let all = CombiningSubscription<Output, B.Output, Failure>(
        subscriber,
        keepsLatest: keepsLatest
      )
      all.attach(a, at: 0) { $0.first.put($1) }
      all.attach(b, at: 1) { $0.second.put($1) }
    }
  }
}

/// What one publisher has sent and may still be used.
@usableFromInline struct ValueBuffer<Value> {
  @usableFromInline var waiting = Queue<Value>()
  @usableFromInline var latest: Value?
  @usableFromInline let keepsLatest: Bool

  @inlinable init(keepsLatest: Bool) {
    self.keepsLatest = keepsLatest
  }

  @inlinable var isReady: Bool { keepsLatest ? latest != nil : !waiting.isEmpty }

  /// Returns the value that is replaced, to be released outside the lock.
  @inlinable mutating func put(_ value: Value) -> Value? {
    if keepsLatest { return exchange(&latest, with: value) }
    waiting.append(value)
    return nil
  }

  @inlinable mutating func take() -> Value? {
    keepsLatest ? latest : waiting.popFirst()
  }
}

/// Two upstreams of different kinds, seen by the subscriber as one: the engine of `zip` and
/// `combineLatest`.
///
/// ```
/// a ─▶ CombiningSubscriber ─┐
/// b ─▶ CombiningSubscriber ─┴─▶ CombiningSubscription ─▶ subscriber
/// ```
@usableFromInline
final class CombiningSubscription<A, B, Failure: Error>: Subscription,
  CustomStringConvertible,
  @unchecked Sendable
{
  // @unchecked Sendable because the machine is locked; values are handed over through it.
  @usableFromInline typealias Ending = Subscribers.Completion<Failure>

  @usableFromInline let downstream: AnySubscriber<(A, B), Failure>

  /// Whether the latest value of each is used until a newer one comes, as `combineLatest` does,
  /// or once.
  @usableFromInline let keepsLatest: Bool
  @usableFromInline let machine: Locked<Machine>

  @inlinable init(_ downstream: AnySubscriber<(A, B), Failure>, keepsLatest: Bool) {
    self.downstream = downstream
    self.keepsLatest = keepsLatest
    machine = Locked(Machine(keepsLatest: keepsLatest))
  }

  @inlinable var description: String { keepsLatest ? "CombineLatest" : "Zip" }

  @inlinable func attach<P: Publisher>(
    _ publisher: P,
    at index: Int,
    _ store: @escaping @Sendable (inout Machine, P.Output) -> P.Output?
  ) where P.Failure == Failure {
    publisher.subscribe(CombiningSubscriber(parent: self, index: index, store: store))
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    demand.assertNonZero()
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
    if keepsLatest { for upstream in upstreams { upstream.request(.unlimited) } }
  }

  @inlinable func receive<Input>(
    _ index: Int,
    _ store: (inout Machine) -> Input?
  ) -> Subscribers.Demand {
    let (action, _) = machine.withLock { $0.receive(index, store) }
    return perform(action)
  }

  @inlinable func receive(_ completion: Ending, _ index: Int) {
    perform(machine.withLock { $0.finish(completion, index) }.action)
  }

  /// Delivers what is due; returns what the upstream that is sending may send more.
  @discardableResult @inlinable func perform(_ first: Action) -> Subscribers.Demand {
    var action = first
    var additionalDemand = Subscribers.Demand.none
    while true {
      switch action {
      case .deliver(let value):
        let more = downstream.receive(value)
        let last = machine.withLock { $0.delivered(more) }
        for other in last.others { other.request(more) }
        additionalDemand += last.additionalDemand
        action = last.next
      case .end(let completion, _):
        for upstream in machine.withLock({ $0.takeLive() }) { upstream.cancel() }
        downstream.receive(completion: completion)
        return additionalDemand
      case .nothing:
        return additionalDemand
      }
    }
  }
}

extension CombiningSubscription {
  @usableFromInline typealias Action = DeliveryQueue<(A, B), Failure>.Action

  @usableFromInline struct Machine {
    @usableFromInline let keepsLatest: Bool
    @usableFromInline var first: ValueBuffer<A>
    @usableFromInline var second: ValueBuffer<B>
    @usableFromInline var upstreams: [(any Subscription)?] = [nil, nil]

    // Sets of upstreams: a bit for each.
    @usableFromInline var connected: UInt8 = 0
    @usableFromInline var finished: UInt8 = 0
    @usableFromInline var delivery: DeliveryQueue<(A, B), Failure>

    /// The upstream whose value completed the one that is being delivered, and which takes the
    /// answer to it; `nil` if that one has been answered already.
    @usableFromInline var sending: Int?
    @usableFromInline var asked = Subscribers.Demand.none

    @inlinable init(keepsLatest: Bool) {
      self.keepsLatest = keepsLatest
      first = ValueBuffer(keepsLatest: keepsLatest)
      second = ValueBuffer(keepsLatest: keepsLatest)
      delivery = DeliveryQueue(demand: keepsLatest ? .none : .unlimited)
      // Until the subscriber has its subscription, whatever comes waits, the end included.
      delivery.isDelivering = true
    }

    /// Keeps a subscription; returns all of them if it was the last, `nil` if it is to be
    /// cancelled.
    @inlinable
    mutating func connect(_ subscription: any Subscription, _ index: Int) -> [any Subscription]? {
      guard !delivery.isOver, connected & 1 << index == 0 else { return nil }
      connected |= 1 << index
      upstreams[index] = subscription
      return connected == 0b11 ? live : []
    }

    @inlinable mutating func receive<Input>(
      _ index: Int,
      _ store: (inout Machine) -> Input?
    ) -> (Action, replaced: Input?) {
      guard !delivery.isOver else { return (.nothing, nil) }
      let replaced = store(&self)
      guard let value = nextPair() else { return (endIfExhausted(), replaced) }
      guard case .deliver(let due) = delivery.send(value) else {
        return (endIfExhausted(), replaced)
      }
      sending = index
      return (.deliver(due), replaced)
    }

    @inlinable mutating func delivered(
      _ more: Subscribers.Demand
    ) -> (others: [any Subscription], next: Action, additionalDemand: Subscribers.Demand) {
      let others = more == .none ? [] : others(than: sending)
      let additionalDemand = sending == nil ? .none : more + asked
      (sending, asked) = (nil, .none)
      let next = delivery.delivered(keepsLatest ? more : .none)
      if case .nothing = next { return (others, endIfExhausted(), additionalDemand) }
      return (others, next, additionalDemand)
    }

    @inlinable mutating func request(_ demand: Subscribers.Demand) -> ([any Subscription], Action) {
      guard !delivery.isOver else { return ([], .nothing) }
      if keepsLatest { return ([], delivery.request(demand)) }
      // The sending upstream learns it from the demand returned for its value.
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

    @inlinable mutating func cancel() -> (upstreams: [any Subscription], dropped: [(A, B)?]) {
      let dropped = delivery.cancel()
      return (takeLive(), dropped)
    }

    @inlinable var ready: UInt8 { (first.isReady ? 0b01 : 0) | (second.isReady ? 0b10 : 0) }

    @inlinable mutating func nextPair() -> (A, B)? {
      guard ready == 0b11, let first = first.take(), let second = second.take() else { return nil }
      return (first, second)
    }

    @inlinable var live: [any Subscription] { upstreams.compactMap { $0 } }

    @inlinable func others(than sender: Int?) -> [any Subscription] {
      guard !keepsLatest else { return [] }
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
      let isDone = keepsLatest && finished == 0b11
      return isDone || finished & ~ready != 0 ? delivery.end(.finished) : .nothing
    }
  }
}

@usableFromInline
struct CombiningSubscriber<A, B, Failure: Error, Input>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Parent = CombiningSubscription<A, B, Failure>

  @usableFromInline let parent: Parent
  @usableFromInline let index: Int
  /// Returns the value that is replaced, to be released outside the lock.
  @usableFromInline let store: @Sendable (inout Parent.Machine, Input) -> Input?
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init(
    parent: Parent,
    index: Int,
    store: @escaping @Sendable (inout Parent.Machine, Input) -> Input?
  ) {
    self.parent = parent
    self.index = index
    self.store = store
  }

  @inlinable var description: String { parent.description }

  @inlinable func receive(subscription: any Subscription) {
    parent.connect(subscription, index)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    parent.receive(index) { store(&$0, input) }
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    parent.receive(completion, index)
  }
}
