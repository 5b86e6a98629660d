/// Many publishers of one kind, seen by the subscriber as one: the engine of `flatMap` and `merge`.
///
/// ```
/// child ─▶ Branch ─┐
/// child ─▶ Branch ─┼─▶ FanIn ─▶ subscriber
/// child ─▶ Branch ─┘   (lock: Machine)
/// ```
///
/// Each child is asked for one value at a time, or for everything if the subscriber asked for that.
/// A value that cannot be delivered at once waits; its child is asked for the next one when it is.
@usableFromInline
final class FanIn<Downstream: Subscriber>: Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  // @unchecked Sendable because the machine is locked; values are handed over through it.
  @usableFromInline typealias Value = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  /// A value and the child it came from, if that one is to be asked for another.
  @usableFromInline
  @frozen
  struct Item {
    @usableFromInline let value: Value
    @usableFromInline let child: Int?

    @inlinable
    init(value: Value, child: Int?) {
      self.value = value
      self.child = child
    }
  }

  @usableFromInline
  enum Action {
    case deliver(Item)
    /// With what to cancel, and the values to let go, outside the lock.
    case end(Subscribers.Completion<Failure>, cancel: [any Subscription], dropping: [Item?])
    case nothing
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let name: StaticString
  @usableFromInline let machine = Locked(Machine())

  /// Called when a child has finished, outside the lock.
  @usableFromInline let childFinished: @Sendable () -> Void

  /// Called when the subscriber cancels or a child fails, outside the lock.
  @usableFromInline let ended: @Sendable (_ byCancel: Bool) -> Void

  @inlinable
  init(
    _ downstream: Downstream,
    name: StaticString,
    childFinished: @escaping @Sendable () -> Void = {},
    ended: @escaping @Sendable (_ byCancel: Bool) -> Void = { _ in }
  ) {
    self.downstream = downstream
    self.name = name
    self.childFinished = childFinished
    self.ended = ended
  }

  @inlinable var description: String { "\(name)" }
  @inlinable var isOver: Bool { machine.withLock { $0.outlet.isOver } }

  /// Adds a child.
  ///
  /// The stream does not finish before it.
  @inlinable
  func add<P: Publisher>(_ child: P) where P.Output == Value, P.Failure == Failure {
    let index = machine.withLock { $0.addChild() }
    child.subscribe(Branch(fanIn: self, index: index))
  }

  /// Says that no more children come.
  @inlinable
  func close() {
    perform(machine.withLock { $0.close() })
  }

  @inlinable
  func fail(_ error: Failure) {
    perform(machine.withLock { $0.fail(error, from: nil) })
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    let (children, action) = machine.withLock { $0.request(demand) }
    perform(action)
    for child in children { child.request(.unlimited) }
  }

  @inlinable
  func cancel() {
    guard let last = machine.withLock({ $0.cancel() }) else { return }
    for child in last.children { child.cancel() }
    ended(true)
  }

  @inlinable
  func connect(_ subscription: any Subscription, _ index: Int) {
    let demand = machine.withLock { $0.connect(subscription, index) }
    if let demand { subscription.request(demand) } else { subscription.cancel() }
  }

  @inlinable
  func receive(_ value: Value, _ index: Int) -> Subscribers.Demand {
    let (action, answer) = machine.withLock { $0.receive(value, index) }
    if case .deliver(let item) = action { deliver(item) }
    return answer
  }

  @inlinable
  func receive(_ completion: Subscribers.Completion<Failure>, _ index: Int) {
    switch completion {
    case .finished:
      let action = machine.withLock { $0.finish(index) }
      perform(action)
      if case .nothing = action { childFinished() }
    case .failure(let error):
      perform(machine.withLock { $0.fail(error, from: index) })
    }
  }

  @inlinable
  func perform(_ action: Action) {
    switch action {
    case .deliver(let item):
      deliver(item)
    case .end(let completion, let children, _):
      for child in children { child.cancel() }
      if case .failure = completion { ended(false) }
      downstream.receive(completion: completion)
    case .nothing:
      break
    }
  }

  /// Delivers a value and whatever has gathered meanwhile.
  @inlinable
  func deliver(_ first: Item) {
    var item = first
    while true {
      let more = downstream.receive(item.value)
      let child = item.child
      let action = machine.withLock { $0.delivered(more) }
      if let child, let subscription = machine.withLock({ $0.children[child] }) {
        subscription.request(.max(1))
      }
      guard case .deliver(let next) = action else { return perform(action) }
      item = next
    }
  }
}

extension FanIn {
  @usableFromInline
  @frozen
  struct Machine {
    @usableFromInline var outlet = OutletMachine<Item, Failure>(demand: .none)
    @usableFromInline var children: [Int: any Subscription] = [:]
    @usableFromInline var pending = 0
    @usableFromInline var nextIndex = 0
    @usableFromInline var isClosed = false

    @inlinable
    init() {}

    @inlinable
    mutating func addChild() -> Int {
      defer { nextIndex += 1 }
      pending += 1
      return nextIndex
    }

    @inlinable
    mutating func connect(_ subscription: any Subscription, _ index: Int) -> Subscribers.Demand? {
      guard !outlet.isOver, children[index] == nil else { return nil }
      pending -= 1
      children[index] = subscription
      return outlet.demand == .unlimited ? .unlimited : .max(1)
    }

    @inlinable
    mutating func receive(_ value: Value, _ index: Int) -> (Action, Subscribers.Demand) {
      if outlet.demand == .unlimited {
        return (lift(outlet.send(Item(value: value, child: nil))), .none)
      }
      guard outlet.hasRoom else {
        return (lift(outlet.send(Item(value: value, child: index))), .none)
      }
      return (lift(outlet.send(Item(value: value, child: nil))), .max(1))
    }

    @inlinable
    mutating func request(_ demand: Subscribers.Demand) -> ([any Subscription], Action) {
      let wasUnlimited = outlet.demand == .unlimited
      let action = lift(outlet.request(demand))
      let isNew = !wasUnlimited && outlet.demand == .unlimited && !outlet.isOver
      return (isNew ? Array(children.values) : [], action)
    }

    @inlinable
    mutating func delivered(_ more: Subscribers.Demand) -> Action {
      lift(outlet.delivered(more))
    }

    @inlinable
    mutating func finish(_ index: Int) -> Action {
      children[index] = nil
      return endIfDone()
    }

    @inlinable
    mutating func close() -> Action {
      isClosed = true
      return endIfDone()
    }

    @inlinable
    mutating func fail(_ error: Failure, from index: Int?) -> Action {
      if let index { children[index] = nil }
      return lift(outlet.end(.failure(error)))
    }

    /// The subscriptions to cancel and the values to let go, or `nil` if all was over before.
    @inlinable
    mutating func cancel() -> (children: [any Subscription], dropped: [Item?])? {
      guard !outlet.isOver else { return nil }
      let dropped = outlet.cancel()
      return (takeChildren(), dropped)
    }

    @inlinable
    mutating func endIfDone() -> Action {
      guard isClosed, children.isEmpty, pending == 0 else { return .nothing }
      return lift(outlet.end(.finished))
    }

    @inlinable
    mutating func lift(_ action: OutletMachine<Item, Failure>.Action) -> Action {
      switch action {
      case .deliver(let item): .deliver(item)
      case .end(let completion, let dropped):
        .end(completion, cancel: takeChildren(), dropping: dropped)
      case .nothing: .nothing
      }
    }

    @inlinable
    mutating func takeChildren() -> [any Subscription] {
      defer { children = [:] }
      return Array(children.values)
    }
  }
}

@usableFromInline
@frozen
struct Branch<Downstream: Subscriber>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let fanIn: FanIn<Downstream>
  @usableFromInline let index: Int
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(fanIn: FanIn<Downstream>, index: Int) {
    self.fanIn = fanIn
    self.index = index
  }

  @inlinable var description: String { fanIn.description }

  @inlinable
  func receive(subscription: any Subscription) {
    fanIn.connect(subscription, index)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    fanIn.receive(input, index)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    fanIn.receive(completion, index)
  }
}
