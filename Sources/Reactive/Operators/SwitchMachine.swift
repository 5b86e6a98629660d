/// Which inner publisher of a `switchToLatest` is the latest, and what it may send.
///
/// ```
/// no inner ──new publisher──▶ awaiting ──its subscription──▶ live
/// live ──new publisher──▶ awaiting      the last one is cancelled
/// live ──it finishes──▶ no inner        the end, if the publisher of publishers has finished
/// live ──it fails──▶ over               the publisher of publishers is cancelled
/// ```
@usableFromInline
@frozen
struct SwitchMachine<Value, Failure: Error> {
  @usableFromInline typealias Action = OutletMachine<Value, Failure>.Action

  /// The subscription to the publisher of publishers.
  @usableFromInline var outer: (any Subscription)?
  @usableFromInline var isOuterFinished = false

  /// The subscription to the latest publisher.
  @usableFromInline var inner: (any Subscription)?
  @usableFromInline var isAwaitingInner = false

  /// The number of the latest publisher; what bears another one is late, and ignored.
  @usableFromInline var index: UInt64 = 0

  /// What the subscriber has asked for and not been sent: the next publisher is asked for it.
  @usableFromInline var owed = Subscribers.Demand.none

  // Inner publishers send no more than was asked for, so the outlet itself need not count.
  @usableFromInline var outlet = OutletMachine<Value, Failure>(demand: .unlimited)

  @inlinable
  init(inner: (any Subscription)? = nil, outer: (any Subscription)? = nil) {
    self.inner = inner
    self.outer = outer
  }

  /// Keeps the subscription to the publisher of publishers; `false` if it is to be cancelled.
  @inlinable
  mutating func connect(_ subscription: any Subscription) -> Bool {
    guard outer == nil, !outlet.isOver else { return false }
    outer = subscription
    return true
  }

  /// Makes room for a new publisher; returns its number, the subscription to cancel, and what to let
  /// go outside the lock.
  @inlinable
  mutating func switchOver() -> (index: UInt64?, last: (any Subscription)?, dropped: [Value?]) {
    guard !outlet.isOver, !isOuterFinished else { return (nil, nil, []) }
    let last = inner
    inner = nil
    index += 1
    isAwaitingInner = true
    // What was sent and never delivered is still owed.
    owed += outlet.waiting.count
    return (index, last, outlet.waiting.takeAll())
  }

  /// Keeps the subscription to the latest publisher.
  ///
  /// Returns what to ask it for; `nil` if it is to be cancelled.
  @inlinable
  mutating func connect(_ new: any Subscription, _ index: UInt64) -> Subscribers.Demand? {
    guard index == self.index, !outlet.isOver, inner == nil, isAwaitingInner else { return nil }
    inner = new
    isAwaitingInner = false
    return owed
  }

  @inlinable
  mutating func receive(_ value: Value, _ index: UInt64) -> Action {
    guard index == self.index, !outlet.isOver else { return .nothing }
    owed -= 1
    return outlet.send(value)
  }

  @inlinable
  mutating func delivered(_ more: Subscribers.Demand) -> Action {
    owed += more
    return outlet.delivered(.none)
  }

  @inlinable
  mutating func request(_ demand: Subscribers.Demand) -> (any Subscription)? {
    owed += demand
    return inner
  }

  /// The end of an inner publisher; returns what to cancel, and what to tell the subscriber.
  @inlinable
  mutating func innerEnded(
    _ completion: Subscribers.Completion<Failure>,
    _ index: UInt64
  ) -> ((any Subscription)?, Action) {
    guard index == self.index, !outlet.isOver else { return (nil, .nothing) }
    precondition(!isAwaitingInner, "a completion came before the subscription")
    inner = nil
    switch completion {
    case .finished:
      return (nil, isOuterFinished ? outlet.end(completion) : .nothing)
    case .failure:
      let last = outer
      outer = nil
      return (last, outlet.end(completion))
    }
  }

  /// The end of the publisher of publishers; returns the same.
  @inlinable
  mutating func outerEnded(
    _ completion: Subscribers.Completion<Failure>
  ) -> ((any Subscription)?, Action) {
    outer = nil
    isOuterFinished = true
    guard !outlet.isOver else { return (nil, .nothing) }
    switch completion {
    case .finished:
      let isDone = !isAwaitingInner && inner == nil
      return (nil, isDone ? outlet.end(completion) : .nothing)
    case .failure:
      let last = inner
      inner = nil
      return (last, outlet.end(completion))
    }
  }

  @inlinable
  mutating func cancel() -> (
    inner: (any Subscription)?, outer: (any Subscription)?, dropped: [Value?]
  ) {
    defer { (inner, outer) = (nil, nil) }
    return (inner, outer, outlet.cancel())
  }
}
