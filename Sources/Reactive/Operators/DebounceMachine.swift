/// Which value of a `debounce` goes out, and when: pure, timed by its arguments.
///
/// ```
///             value              quiet long enough            asked for
/// nothing ───────────▶ waiting ────────────────────▶ due ───────────────▶ delivered
///   ▲                  ▲    │                         │ not asked for, or the end
///   │                  └────┘ newer value             ▼
///   └───────────────────── the end, cancelled ─── dropped
/// ```
@usableFromInline
@frozen
struct DebounceMachine<Value, Failure: Error, Time: Strideable> {
  /// What a burst's timer does when it goes off.
  @usableFromInline
  enum Firing {
    case deliver(Value)
    case wait(Time)
    case nothing
  }

  @usableFromInline var demand = Subscribers.Demand.none

  /// The latest value, until it has been quiet long enough.
  @usableFromInline var waiting: Value?

  /// A value that became due while the one before it was still being delivered.
  @usableFromInline var heldBack: Value?
  @usableFromInline var isDelivering = false

  // One timer for the burst: when it will have been quiet long enough, and whether a timer runs.
  @usableFromInline var quietAt: Time?
  @usableFromInline var hasBurstTimer = false

  // One timer for each value: the newest timer and its number.
  @usableFromInline var timer: (any Cancellable)?
  @usableFromInline var timerNumber: UInt64 = 0

  /// Whether values are over, because the end is on its way or the subscriber has cancelled.
  @usableFromInline var isStopped = false

  /// The end, until the subscriber is told of it.
  @usableFromInline var ending: Subscribers.Completion<Failure>?

  /// Whether the subscriber has been told of the end, or needs not be.
  @usableFromInline var isOver = false

  @inlinable
  init(
    waiting: Value? = nil,
    heldBack: Value? = nil,
    quietAt: Time? = nil,
    timer: (any Cancellable)? = nil,
    ending: Subscribers.Completion<Failure>? = nil
  ) {
    self.ending = ending
    self.waiting = waiting
    self.heldBack = heldBack
    self.quietAt = quietAt
    self.timer = timer
  }
}

// MARK: - Delivering and ending

extension DebounceMachine {
  /// The value, if it goes out now: asked for, and no other one on its way.
  @inlinable
  mutating func becomeDue(_ value: Value) -> Value? {
    guard !isDelivering else {
      heldBack = value
      return nil
    }
    guard demand != .none else { return nil }
    demand -= 1
    isDelivering = true
    return value
  }

  /// Counts what the subscriber asked for in answer; returns the next value to deliver.
  @inlinable
  mutating func delivered(_ more: Subscribers.Demand) -> Value? {
    isDelivering = false
    demand += more
    guard let value = heldBack, !isStopped else { return nil }
    heldBack = nil
    return becomeDue(value)
  }

  /// Drops what waits; returns the timer, to be cancelled.
  @inlinable
  mutating func stop() -> (any Cancellable)? {
    isStopped = true
    waiting = nil
    heldBack = nil
    defer { timer = nil }
    return timer
  }

  /// The end, if it is due now: it waits for a value that is being delivered.
  @inlinable
  mutating func end(
    _ completion: Subscribers.Completion<Failure>
  ) -> Subscribers.Completion<Failure>? {
    ending = completion
    return takeEnding()
  }

  /// The end that is due, once.
  @inlinable
  mutating func takeEnding() -> Subscribers.Completion<Failure>? {
    guard !isDelivering, !isOver, let ending else { return nil }
    isOver = true
    return ending
  }

  /// Forgets everything; returns the timer, to be cancelled.
  @inlinable
  mutating func cancel() -> (any Cancellable)? {
    isOver = true
    return stop()
  }
}

// MARK: - One timer for the burst

extension DebounceMachine {
  /// Keeps a new value; `true` if a timer has to be set.
  @inlinable
  mutating func receive(_ value: Value, quietAt: Time) -> Bool {
    guard !isStopped else { return false }
    waiting = value
    self.quietAt = quietAt
    defer { hasBurstTimer = true }
    return !hasBurstTimer
  }

  @inlinable
  mutating func burstTimerWentOff(at now: Time) -> Firing {
    hasBurstTimer = false
    guard !isStopped, let quietAt, let value = waiting else { return .nothing }
    if now < quietAt {
      hasBurstTimer = true
      return .wait(quietAt)
    }
    waiting = nil
    return becomeDue(value).map(Firing.deliver) ?? .nothing
  }
}

// MARK: - One timer for each value

extension DebounceMachine {
  /// Keeps a new value; returns the number of its timer, and the timer of the value before it.
  @inlinable
  mutating func receive(_ value: Value) -> (timerNumber: UInt64, last: (any Cancellable)?) {
    timerNumber += 1
    waiting = value
    defer { timer = nil }
    return (timerNumber, timer)
  }

  /// Keeps a timer; `false` if a newer value, or the end, has made it needless.
  @inlinable
  mutating func keep(_ new: any Cancellable, _ number: UInt64) -> Bool {
    guard number == timerNumber, waiting != nil, !isStopped else { return false }
    timer = new
    return true
  }

  /// The value to deliver, and the timer, which would go off again.
  @inlinable
  mutating func timerWentOff(
    _ number: UInt64
  ) -> (value: Value?, timer: (any Cancellable)?) {
    guard number == timerNumber, let value = waiting, !isStopped else { return (nil, nil) }
    waiting = nil
    defer { timer = nil }
    return (becomeDue(value), timer)
  }
}

extension DebounceMachine: Sendable where Value: Sendable, Time: Sendable {}
extension DebounceMachine.Firing: Sendable where Value: Sendable, Time: Sendable {}
