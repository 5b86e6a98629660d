/// The values on their way to one subscriber: a pure state machine.
///
/// ```
///           send / request               delivered
///  idle ───────────────────▶ delivering ───────────▶ next value, the end, or idle
/// ```
///
/// Values wait while there is no demand or while one is being delivered. A failure overtakes the
/// values that wait; a finish does not.
@usableFromInline struct DeliveryQueue<Value, Failure: Error> {
  /// What to do next, outside the lock.
  @usableFromInline enum Action {
    case deliver(Value)
    /// With the values that a failure overtook, to be released outside the lock.
    case end(Subscribers.Completion<Failure>, dropping: [Value?])
    case nothing
  }

  @usableFromInline var demand: Subscribers.Demand
  @usableFromInline var isOver = false
  @usableFromInline var waiting = Queue<Value>()
  @usableFromInline var ending: Subscribers.Completion<Failure>?
  @usableFromInline var isDelivering = false

  @inlinable init(demand: Subscribers.Demand) {
    self.demand = demand
  }

  /// Whether a value sent now is covered by the demand, even if it has to wait its turn.
  @inlinable var hasRoom: Bool { demand > waiting.count }

  @inlinable mutating func send(_ value: Value) -> Action {
    guard !isOver, ending == nil else { return .nothing }
    guard !isDelivering, waiting.isEmpty, demand != .none else {
      waiting.append(value)
      return .nothing
    }
    isDelivering = true
    demand -= 1
    return .deliver(value)
  }

  @inlinable mutating func end(_ completion: Subscribers.Completion<Failure>) -> Action {
    guard !isOver, ending == nil else { return .nothing }
    ending = completion
    return advance()
  }

  @inlinable mutating func request(_ more: Subscribers.Demand) -> Action {
    guard !isOver else { return .nothing }
    demand += more
    return advance()
  }

  @inlinable mutating func delivered(_ more: Subscribers.Demand) -> Action {
    isDelivering = false
    guard !isOver else { return .nothing }
    demand += more
    return advance()
  }

  /// Hands out the values that wait, to be released outside the lock.
  @inlinable mutating func cancel() -> [Value?] {
    isOver = true
    return waiting.takeAll()
  }

  @inlinable mutating func advance() -> Action {
    guard !isDelivering else { return .nothing }
    if case .failure? = ending { return finish() }
    if demand != .none, let value = waiting.popFirst() {
      isDelivering = true
      demand -= 1
      return .deliver(value)
    }
    return waiting.isEmpty ? finish() : .nothing
  }

  @inlinable mutating func finish() -> Action {
    guard let ending else { return .nothing }
    isOver = true
    return .end(ending, dropping: waiting.takeAll())
  }
}

/// A first-in, first-out queue without a shift at every `popFirst`.
@usableFromInline struct Queue<Element> {
  // Nil where an item was taken, so that nothing is kept longer than it waits.
  @usableFromInline var items: [Element?] = []
  @usableFromInline var head = 0

  @inlinable init() {}

  @inlinable var isEmpty: Bool { head == items.count }
  @inlinable var count: Int { items.count - head }

  @inlinable mutating func append(_ item: Element) {
    items.append(item)
  }

  @inlinable mutating func popFirst() -> Element? {
    guard head < items.count else { return nil }
    let first = items[head].take()
    head += 1
    if head == items.count {
      items.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= items.count {
      items.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Empties the queue and returns its contents, to be released outside the lock.
  @inlinable mutating func takeAll() -> [Element?] {
    exchange(&self, with: Queue()).items
  }
}

extension Queue: Sendable where Element: Sendable {}
