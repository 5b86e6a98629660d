/// The subscription of a `debounce`: locks the ``DebounceMachine`` and sets the timers it wants.
///
/// ```
/// upstream ─▶ DebounceStorage ─▶ subscriber
///              │        ▲
///              ▼        │ goes off
///             timer ────┘
/// ```
///
/// There are two ways to time a burst:
///
/// - **One timer for the burst**, on a dispatch queue. The first value sets it. If newer values
///   have come when it goes off, it is set once more, for what is left of their wait: a thousand
///   values cost a few timers.
/// - **One timer for each value**, on any other scheduler, which may count what it is asked. A
///   value cancels the timer of the one before it. A timer that goes off all the same is known to
///   be late by its number.
///
/// Both end in the same place: the machine says which value goes out, `deliver` sends it, unlocked.
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
  @usableFromInline let timesBursts: Bool
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
    timesBursts = scheduler is any BatchingScheduler
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
    let quietAt = scheduler.now.advanced(by: dueTime)
    if timesBursts {
      if machine.withLock({ $0.receive(input, quietAt: quietAt) }) { setBurstTimer(at: quietAt) }
    } else {
      let (number, last) = machine.withLock { $0.receive(input) }
      setTimer(number, at: quietAt)
      last?.cancel()
    }
    return .none
  }

  /// Drops the value that waits, and passes the end on from the scheduler.
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

  /// Delivers a value, and the one that became due meanwhile.
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

// MARK: - One timer for the burst

extension DebounceStorage {
  @inlinable
  func setBurstTimer(at quietAt: Context.SchedulerTimeType) {
    // Weakly, because this timer is not taken back: a stream that was cancelled is let go at once.
    scheduler.schedule(after: quietAt, tolerance: scheduler.minimumTolerance, options: options) {
      [weak self] in self?.burstTimerWentOff()
    }
  }

  @inlinable
  func burstTimerWentOff() {
    let now = scheduler.now
    switch machine.withLock({ $0.burstTimerWentOff(at: now) }) {
    case .deliver(let value): deliver(value)
    case .wait(let later): setBurstTimer(at: later)
    case .nothing: break
    }
  }
}

// MARK: - One timer for each value

extension DebounceStorage {
  @inlinable
  func setTimer(_ number: UInt64, at quietAt: Context.SchedulerTimeType) {
    let timer = scheduler.schedule(
      after: quietAt,
      interval: dueTime,
      tolerance: scheduler.minimumTolerance,
      options: options
    ) { [self] in timerWentOff(number) }
    if !machine.withLock({ $0.keep(timer, number) }) { timer.cancel() }
  }

  @inlinable
  func timerWentOff(_ number: UInt64) {
    let (value, timer) = machine.withLock { $0.timerWentOff(number) }
    timer?.cancel()
    if let value { deliver(value) }
  }
}
