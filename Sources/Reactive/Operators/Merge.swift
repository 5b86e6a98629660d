extension Publisher {
  /// Passes on the values of two publishers as they come.
  ///
  /// Each of them is asked for one value at a time, or for everything if the subscriber asks for
  /// that; what cannot be delivered at once waits. Finishes when all of them have finished. The
  /// first error ends the stream and cancels the others. They may send from different threads:
  /// deliveries do not overlap. There are forms for up to eight publishers; any number of
  /// publishers of one type is ``Publishers/MergeMany``.
  ///
  /// ```marble
  /// left                -1---3---|
  /// right               ---2---4---|
  /// merge(with: right)  -1-2-3-4---|
  /// ```
  @inlinable public func merge<P: Publisher<Output, Failure>>(with other: P)
    -> Publishers.Merge<Self, P>
  {
    .init(self, and: other) { MergeSubscription.begin($2).add($0).add($1).close() }
  }

  /// Passes on the values of two publishers of one type as they come.
  @inlinable public func merge(with other: Self) -> Publishers.MergeMany<Self> {
    .init(self, other)
  }

  /// Passes on the values of three publishers as they come.
  @inlinable public func merge<B: Publisher<Output, Failure>, C: Publisher<Output, Failure>>(
    with b: B,
    _ c: C
  ) -> Publishers.Merge3<Self, B, C> {
    .init(self, and: (b, c)) {
      MergeSubscription.begin($2).add($0).add($1.0).add($1.1).close()
    }
  }

  /// Passes on the values of four publishers as they come.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>,
    C: Publisher<Output, Failure>,
    D: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D)
    -> Publishers.Merge4<Self, B, C, D>
  {
    .init(self, and: (b, c, d)) {
      MergeSubscription.begin($2).add($0).add($1.0).add($1.1).add($1.2).close()
    }
  }

  /// Passes on the values of five publishers as they come.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>,
    C: Publisher<Output, Failure>,
    D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>
  >(
    with b: B,
    _ c: C,
    _ d: D,
    _ e: E
  ) -> Publishers.Merge5<Self, B, C, D, E> {
    .init(self, and: (b, c, d, e)) {
      MergeSubscription.begin($2).add($0).add($1.0).add($1.1).add($1.2).add($1.3).close()
    }
  }

  /// Passes on the values of six publishers as they come.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>,
    C: Publisher<Output, Failure>,
    D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>,
    F: Publisher<Output, Failure>
  >(
    with b: B,
    _ c: C,
    _ d: D,
    _ e: E,
    _ f: F
  ) -> Publishers.Merge6<Self, B, C, D, E, F> {
    .init(self, and: (b, c, d, e, f)) {
      MergeSubscription.begin($2).add($0).add($1.0).add($1.1).add($1.2).add($1.3).add($1.4).close()
    }
  }

  /// Passes on the values of seven publishers as they come.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>,
    C: Publisher<Output, Failure>,
    D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>,
    F: Publisher<Output, Failure>,
    G: Publisher<Output, Failure>
  >(
    with b: B,
    _ c: C,
    _ d: D,
    _ e: E,
    _ f: F,
    _ g: G
  ) -> Publishers.Merge7<Self, B, C, D, E, F, G> {
    .init(self, and: (b, c, d, e, f, g)) {
      MergeSubscription.begin($2)
        .add($0).add($1.0).add($1.1).add($1.2).add($1.3).add($1.4).add($1.5).close()
    }
  }

  /// Passes on the values of eight publishers as they come.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>,
    C: Publisher<Output, Failure>,
    D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>,
    F: Publisher<Output, Failure>,
    G: Publisher<Output, Failure>,
    H: Publisher<Output, Failure>
  >(
    with b: B,
    _ c: C,
    _ d: D,
    _ e: E,
    _ f: F,
    _ g: G,
    _ h: H
  ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H> {
    .init(self, and: (b, c, d, e, f, g, h)) {
      MergeSubscription.begin($2)
        .add($0).add($1.0).add($1.1).add($1.2).add($1.3).add($1.4).add($1.5).add($1.6).close()
    }
  }
}

extension Publishers {
  /// What ``Publisher/merge(with:)-(P)`` returns.
  public typealias Merge<A: Publisher, B> = ClosureOperator<A, B, A.Output, A.Failure>

  /// What a `merge` of three publishers returns.
  public typealias Merge3<A: Publisher, B, C> = Merge<A, (B, C)>

  /// What a `merge` of four publishers returns.
  public typealias Merge4<A: Publisher, B, C, D> = Merge<A, (B, C, D)>

  /// What a `merge` of five publishers returns.
  public typealias Merge5<A: Publisher, B, C, D, E> = Merge<A, (B, C, D, E)>

  /// What a `merge` of six publishers returns.
  public typealias Merge6<A: Publisher, B, C, D, E, F> = Merge<A, (B, C, D, E, F)>

  /// What a `merge` of seven publishers returns.
  public typealias Merge7<A: Publisher, B, C, D, E, F, G> = Merge<A, (B, C, D, E, F, G)>

  /// What a `merge` of eight publishers returns.
  public typealias Merge8<A: Publisher, B, C, D, E, F, G, H> = Merge<A, (B, C, D, E, F, G, H)>

  /// A publisher of the values of any number of publishers of one type, as they come.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that any of them can fail with.
    public typealias Failure = Upstream.Failure

    /// The publishers.
    public let publishers: [Upstream]

    /// Makes the publisher from its parts.
    @inlinable public init(_ upstream: Upstream...) {
      publishers = upstream
    }

    /// Makes the publisher from its parts.
    @inlinable public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
      publishers = Array(upstream)
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let merge = MergeSubscription.begin(subscriber)
      for publisher in publishers { merge.add(publisher) }
      merge.close()
    }

    /// Adds one more publisher.
    @inlinable public func merge(with other: Upstream) -> MergeMany<Upstream> {
      .init(publishers + [other])
    }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
extension Publishers.MergeMany: Sendable where Upstream: Sendable {}

/// Many publishers of one kind, seen by the subscriber as one: the engine of `flatMap` and `merge`.
///
/// ```
/// child ─▶ InnerSubscriber ─┐
/// child ─▶ InnerSubscriber ─┼─▶ MergeSubscription ─▶ subscriber
/// child ─▶ InnerSubscriber ─┘
/// ```
///
/// Each child is asked for one value at a time, or for everything if the subscriber asked for that.
/// A value that cannot be delivered at once waits; its child is asked for the next one when it is.
@usableFromInline
final class MergeSubscription<Downstream: Subscriber>: Subscription, MultiUpstream,
  @unchecked Sendable
{
  // @unchecked Sendable because the machine is locked; values are handed over through it.
  @usableFromInline typealias Value = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  /// A value and the child it came from, if that one is to be asked for another.
  @usableFromInline typealias Item = (value: Value, child: Int?)
  @usableFromInline typealias Action = DeliveryQueue<Item, Failure>.Action

  @usableFromInline let downstream: Downstream
  @usableFromInline let name: StaticString
  @usableFromInline let machine = Locked(Machine())

  /// Called when a child has finished, outside the lock.
  @usableFromInline let childFinished: @Sendable () -> Void

  /// Called when the subscriber cancels, outside the lock.
  @usableFromInline let cancelled: @Sendable () -> Void

  @inlinable init(
    _ downstream: Downstream,
    name: StaticString,
    childFinished: @escaping @Sendable () -> Void = {},
    cancelled: @escaping @Sendable () -> Void = {}
  ) {
    self.downstream = downstream
    self.name = name
    self.childFinished = childFinished
    self.cancelled = cancelled
  }

  @inlinable var description: String { "\(name)" }
  @inlinable var isOver: Bool { machine.withLock { $0.delivery.isOver } }

  /// Hands a subscriber the subscription to a merge, to which children are then added.
  @inlinable static func begin(_ downstream: Downstream) -> MergeSubscription {
    let merge = MergeSubscription(downstream, name: "Merge")
    downstream.receive(subscription: merge)
    return merge
  }

  /// Adds a child.
  ///
  /// The stream does not finish before it.
  @discardableResult
  @inlinable func add(_ child: some Publisher<Value, Failure>) -> MergeSubscription {
    let index = machine.withLock { $0.addChild() }
    child.subscribe(InnerSubscriber(parent: self, index: index))
    return self
  }

  /// Says that no more children come.
  @inlinable func close() {
    perform(machine.withLock { $0.close() })
  }

  @inlinable func fail(_ error: Failure) {
    perform(machine.withLock { $0.fail(error, from: nil) }.action)
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    demand.assertNonZero()
    let (children, action) = machine.withLock { $0.request(demand) }
    // First, so that they miss nothing of what the subscriber has asked for while it is delivered to.
    for child in children { child.request(.unlimited) }
    perform(action)
  }

  @inlinable func cancel() {
    guard let last = machine.withLock({ $0.cancel() }) else { return }
    for child in last.children { child.cancel() }
    cancelled()
  }

  @inlinable func connect(_ subscription: any Subscription, _ index: Int) {
    let demand = machine.withLock { $0.connect(subscription, index) }
    if let demand { subscription.request(demand) } else { subscription.cancel() }
  }

  @inlinable func receive(_ value: Value, _ index: Int) -> Subscribers.Demand {
    let (action, answer) = machine.withLock { $0.receive(value, index) }
    if case .deliver(let item) = action { deliver(item) }
    return answer
  }

  @inlinable func receive(_ completion: Subscribers.Completion<Failure>, _ index: Int) {
    switch completion {
    case .finished:
      let (action, _) = machine.withLock { $0.finish(index) }
      perform(action)
      if case .nothing = action { childFinished() }
    case .failure(let error):
      perform(machine.withLock { $0.fail(error, from: index) }.action)
    }
  }

  @inlinable func perform(_ action: Action) {
    switch action {
    case .deliver(let item):
      deliver(item)
    case .end(let completion, _):
      for child in machine.withLock({ $0.takeChildren() }) { child.cancel() }
      downstream.receive(completion: completion)
    case .nothing:
      break
    }
  }

  /// Delivers a value and whatever has gathered meanwhile.
  @inlinable func deliver(_ first: Item) {
    var item = first
    while true {
      let more = downstream.receive(item.value)
      let child = item.child
      let (action, children) = machine.withLock { $0.delivered(more) }
      for child in children { child.request(.unlimited) }
      if let child, let subscription = machine.withLock({ $0.children[child] }) {
        subscription.request(.max(1))
      }
      guard case .deliver(let next) = action else { return perform(action) }
      item = next
    }
  }
}

extension MergeSubscription {
  @usableFromInline struct Machine {
    @usableFromInline var delivery = DeliveryQueue<Item, Failure>(demand: .none)
    @usableFromInline var children: [Int: any Subscription] = [:]
    @usableFromInline var pending = 0
    @usableFromInline var nextIndex = 0
    @usableFromInline var isClosed = false

    @inlinable init() {}

    @inlinable mutating func addChild() -> Int {
      defer { nextIndex += 1 }
      pending += 1
      return nextIndex
    }

    @inlinable
    mutating func connect(_ subscription: any Subscription, _ index: Int) -> Subscribers.Demand? {
      guard !delivery.isOver, children[index] == nil else { return nil }
      pending -= 1
      children[index] = subscription
      return delivery.demand == .unlimited ? .unlimited : .max(1)
    }

    @inlinable mutating func receive(_ value: Value, _ index: Int) -> (Action, Subscribers.Demand) {
      // The child may not have been asked for everything yet: another one is, and this one sends meanwhile.
      if delivery.demand == .unlimited {
        return (delivery.send((value, nil)), .unlimited)
      }
      guard delivery.hasRoom else {
        return (delivery.send((value, index)), .none)
      }
      return (delivery.send((value, nil)), .max(1))
    }

    @inlinable mutating func request(_ demand: Subscribers.Demand) -> ([any Subscription], Action) {
      let wasUnlimited = delivery.demand == .unlimited
      let action = delivery.request(demand)
      return (becameUnlimited(wasUnlimited) ? Array(children.values) : [], action)
    }

    /// Counts what the subscriber answered; returns whom to ask for everything, if it did.
    @inlinable mutating func delivered(_ more: Subscribers.Demand) -> (Action, [any Subscription]) {
      let wasUnlimited = delivery.demand == .unlimited
      let action = delivery.delivered(more)
      return (action, becameUnlimited(wasUnlimited) ? Array(children.values) : [])
    }

    /// Whether the subscriber has just asked for everything: by a request or by an answer.
    @inlinable func becameUnlimited(_ wasUnlimited: Bool) -> Bool {
      !wasUnlimited && delivery.demand == .unlimited && !delivery.isOver
    }

    /// The end of a child, whose subscription is released outside the lock.
    @inlinable mutating func finish(_ index: Int) -> (Action, released: (any Subscription)?) {
      let last = children.removeValue(forKey: index)
      return (endIfDone(), last)
    }

    @inlinable mutating func close() -> Action {
      isClosed = true
      return endIfDone()
    }

    @inlinable mutating func fail(
      _ error: Failure,
      from index: Int?
    ) -> (action: Action, released: (any Subscription)?) {
      let last = index.flatMap { children.removeValue(forKey: $0) }
      return (delivery.end(.failure(error)), last)
    }

    /// The subscriptions to cancel and the values to release, or `nil` if all was over before.
    @inlinable mutating func cancel() -> (children: [any Subscription], dropped: [Item?])? {
      guard !delivery.isOver else { return nil }
      let dropped = delivery.cancel()
      return (takeChildren(), dropped)
    }

    @inlinable mutating func endIfDone() -> Action {
      guard isClosed, children.isEmpty, pending == 0 else { return .nothing }
      return delivery.end(.finished)
    }

    @inlinable mutating func takeChildren() -> [any Subscription] {
      Array(exchange(&children, with: [:]).values)
    }
  }
}

/// An operator that listens to several publishers of one kind, and knows each by a number.
@usableFromInline
protocol MultiUpstream<Value, Failure>: AnyObject, CustomStringConvertible, Sendable {
  associatedtype Value
  associatedtype Failure: Error

  func connect(_ subscription: any Subscription, _ index: Int)
  func receive(_ value: Value, _ index: Int) -> Subscribers.Demand
  func receive(_ completion: Subscribers.Completion<Failure>, _ index: Int)
}

/// What such an operator attaches to one of its publishers.
@usableFromInline
struct InnerSubscriber<Parent: MultiUpstream>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Input = Parent.Value
  @usableFromInline typealias Failure = Parent.Failure

  @usableFromInline let parent: Parent
  @usableFromInline let index: Int
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init(parent: Parent, index: Int) {
    self.parent = parent
    self.index = index
  }

  @inlinable var description: String { parent.description }

  @inlinable func receive(subscription: any Subscription) {
    parent.connect(subscription, index)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    parent.receive(input, index)
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    parent.receive(completion, index)
  }
}
