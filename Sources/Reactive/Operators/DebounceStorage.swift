/// Locks the ``DebounceMachine`` and does what it decides.
///
/// ```
/// upstream ─▶ DebounceStorage ─▶ subscriber
///              │        ▲
///              ▼        │ due
///             timer ────┘
/// ```
@usableFromInline
final class DebounceStorage<Downstream: Subscriber, Context: Scheduler>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Input: Sendable {
  // @unchecked Sendable because the machine is locked, and what it keeps is `Sendable`.
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Machine = DebounceMachine<Input, Failure, Context.SchedulerTimeType>

  @usableFromInline let downstream: Downstream
  @usableFromInline let dueTime: Context.SchedulerTimeType.Stride
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let rearms: Bool
  @usableFromInline let upstream = Upstream()
  @usableFromInline let machine = Locked(Machine())

  @inlinable
  init(
    _ downstream: Downstream,
    dueTime: Context.SchedulerTimeType.Stride,
    scheduler: Context,
    options: Context.SchedulerOptions?
  ) {
    self.downstream = downstream
    self.dueTime = dueTime
    self.scheduler = scheduler
    self.options = options
    rearms = scheduler is any BatchingScheduler
  }

  @inlinable var description: String { "Debounce" }

  @inlinable
  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    downstream.receive(subscription: self)
    subscription.request(.unlimited)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    let due = scheduler.now.advanced(by: dueTime)
    if rearms {
      if machine.withLock({ $0.receive(input, due: due) }) { arm(at: due) }
    } else {
      let (generation, last) = machine.withLock { $0.receive(input) }
      start(generation, at: due)
      last?.cancel()
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.finish() else { return }
    machine.withLock { $0.stop() }?.cancel()
    scheduler.schedule { [self] in
      let due = machine.withLock { $0.end(completion) }
      if let due { downstream.receive(completion: due) }
    }
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    if upstream.isConnected { machine.withLock { $0.demand += demand } }
  }

  @inlinable
  func cancel() {
    let last = upstream.close()
    machine.withLock { $0.cancel() }?.cancel()
    last?.cancel()
  }

  /// One timer for each value, which the next value cancels.
  @inlinable
  func start(_ generation: UInt64, at due: Context.SchedulerTimeType) {
    let timer = scheduler.schedule(
      after: due,
      interval: dueTime,
      tolerance: scheduler.minimumTolerance,
      options: options
    ) { [self] in fire(generation) }
    if !machine.withLock({ $0.keep(timer, for: generation) }) { timer.cancel() }
  }

  @inlinable
  func fire(_ generation: UInt64) {
    let (value, timer) = machine.withLock { $0.fire(generation) }
    timer?.cancel()
    if let value { deliver(value) }
  }

  /// One timer for a whole burst, set again only when it goes off too early.
  @inlinable
  func arm(at due: Context.SchedulerTimeType) {
    scheduler.schedule(after: due, tolerance: scheduler.minimumTolerance, options: options) {
      [self] in
      let now = scheduler.now
      switch machine.withLock({ $0.fire(now: now) }) {
      case .deliver(let value): deliver(value)
      case .wait(let later): arm(at: later)
      case .nothing: break
      }
    }
  }

  @inlinable
  func deliver(_ first: Input) {
    var value: Input? = first
    while let current = value {
      let more = downstream.receive(current)
      value = machine.withLock { $0.delivered(more) }
    }
    let due = machine.withLock { $0.takeEnding() }
    if let due { downstream.receive(completion: due) }
  }
}

/// When a value is due: pure, timed by its arguments.
@usableFromInline
@frozen
struct DebounceMachine<Value, Failure: Error, Time: Strideable> {
  @usableFromInline
  enum Firing {
    case deliver(Value)
    case wait(Time)
    case nothing
  }

  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var waiting: Value?
  @usableFromInline var next: Value?
  @usableFromInline var due: Time?
  @usableFromInline var generation: UInt64 = 0
  @usableFromInline var timer: (any Cancellable)?
  @usableFromInline var ending: Subscribers.Completion<Failure>?
  @usableFromInline var isArmed = false
  @usableFromInline var isDelivering = false
  @usableFromInline var isStopped = false
  @usableFromInline var isOver = false

  @inlinable
  init(
    waiting: Value? = nil,
    next: Value? = nil,
    due: Time? = nil,
    timer: (any Cancellable)? = nil,
    ending: Subscribers.Completion<Failure>? = nil
  ) {
    self.ending = ending
    self.waiting = waiting
    self.next = next
    self.due = due
    self.timer = timer
  }

  /// A new value; `true` if a timer has to be set.
  @inlinable
  mutating func receive(_ value: Value, due: Time) -> Bool {
    guard !isStopped else { return false }
    waiting = value
    self.due = due
    defer { isArmed = true }
    return !isArmed
  }

  @inlinable
  mutating func fire(now: Time) -> Firing {
    isArmed = false
    guard !isStopped, let due, let value = waiting else { return .nothing }
    if now < due {
      isArmed = true
      return .wait(due)
    }
    waiting = nil
    return take(value).map(Firing.deliver) ?? .nothing
  }

  /// A new value, and the timer of the one before it.
  @inlinable
  mutating func receive(_ value: Value) -> (generation: UInt64, last: (any Cancellable)?) {
    generation += 1
    waiting = value
    defer { timer = nil }
    return (generation, timer)
  }

  @inlinable
  mutating func keep(_ new: any Cancellable, for generation: UInt64) -> Bool {
    guard generation == self.generation, waiting != nil, !isStopped else { return false }
    timer = new
    return true
  }

  @inlinable
  mutating func fire(_ generation: UInt64) -> (value: Value?, timer: (any Cancellable)?) {
    guard generation == self.generation, let value = waiting, !isStopped else { return (nil, nil) }
    waiting = nil
    defer { timer = nil }
    return (take(value), timer)
  }

  @inlinable
  mutating func delivered(_ more: Subscribers.Demand) -> Value? {
    isDelivering = false
    demand += more
    guard let value = next, !isStopped else { return nil }
    next = nil
    return take(value)
  }

  /// Forgets what waits; returns the timer.
  @inlinable
  mutating func stop() -> (any Cancellable)? {
    isStopped = true
    waiting = nil
    next = nil
    defer { timer = nil }
    return timer
  }

  /// The end, if it is due now: it waits for a value that is being delivered.
  @inlinable
  mutating func end(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Completion<
    Failure
  >? {
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

  /// Forgets everything; returns the timer.
  @inlinable
  mutating func cancel() -> (any Cancellable)? {
    isOver = true
    return stop()
  }

  /// A due value goes out if it was asked for, once the one before it has been delivered.
  @inlinable
  mutating func take(_ value: Value) -> Value? {
    guard !isDelivering else {
      next = value
      return nil
    }
    guard demand != .none else { return nil }
    demand -= 1
    isDelivering = true
    return value
  }
}

extension DebounceMachine: Sendable where Value: Sendable, Time: Sendable {}
extension DebounceMachine.Firing: Sendable where Value: Sendable, Time: Sendable {}
