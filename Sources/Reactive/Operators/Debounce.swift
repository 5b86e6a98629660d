extension Publisher where Output: Sendable {
  /// Passes on a value once nothing newer has come for some time.
  ///
  /// A burst of values becomes its last one. Every value starts the wait anew and replaces the one
  /// that waits; when it has been quiet for `dueTime`, the one that waits is sent. So a search that
  /// follows the keys of a typist asks once for each pause, not once for each key.
  ///
  /// - **Demand.** Upstream is asked for everything at the subscription. A value that is due while
  ///   the subscriber has not asked for one is dropped.
  /// - **End.** The end and the error are passed on as soon as the scheduler lets them; a value
  ///   that still waits is dropped.
  /// - **Threads.** Values and the end are delivered on the scheduler, one at a time and in order.
  /// - **Cancelling** drops the value that waits and takes its timer back; nothing comes after.
  ///
  /// For a value at regular intervals while a burst goes on, use
  /// ``throttle(for:scheduler:latest:)``.
  ///
  /// ```marble
  /// words                                         -s-sw-swift-------x----y-|
  /// debounce(for: .seconds(3), scheduler: clock)  ---------swift-------x---|
  /// ```
  @inlinable public func debounce<Context: Scheduler>(
    for dueTime: Context.SchedulerTimeType.Stride,
    scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, Context> {
    .init(self) { DebounceSubscription($0, { _ in dueTime }, scheduler, options) }
  }

  /// Passes on a value once nothing newer has come for as long as that value has to wait.
  ///
  /// Like `debounce(for:scheduler:options:)`, with an interval for each value. A value whose
  /// interval is zero or less passes at once, on the thread it came on, and replaces the one that
  /// waits; if another value is being delivered at that moment, it follows right after.
  ///
  /// ```swift
  /// typed.debounce(for: { $0.isEmpty ? .zero : .milliseconds(300) }, scheduler: clock)
  /// ```
  @inlinable public func debounce<Context: Scheduler>(
    for interval: @escaping @Sendable (Output) -> Context.SchedulerTimeType.Stride,
    scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, Context> {
    .init(self) { subscriber in
      let positive = { @Sendable value in
        let interval = interval(value)
        return interval > .zero ? interval : nil
      }
      return DebounceSubscription(subscriber, positive, scheduler, options)
    }
  }
}

extension Publishers {
  /// What `debounce` returns.
  public typealias Debounce<Upstream: Publisher, Context: Scheduler> = Relayed<Upstream>
}

/// The subscription of a `debounce`: one timer, put off by every value.
///
/// ```
/// upstream ─▶ DebounceSubscription ─▶ subscriber
///              │        ▲
///              ▼        │ goes off
///             timer ────┘
/// ```
///
/// A timer that goes off although a newer value has replaced it is known by its generation.
@usableFromInline
final class DebounceSubscription<Input: Sendable, Failure: Error, Context: Scheduler>:
  OperatorSubscription, @unchecked Sendable
{
  // @unchecked Sendable because the state is locked, what it keeps is `Sendable`, and `downstream`
  // is only called by the one delivery that `isDelivering` admits.
  @usableFromInline typealias Stride = Context.SchedulerTimeType.Stride
  @usableFromInline typealias State = DebounceState<Input, Failure, Context.SchedulerTimeType>

  @usableFromInline let downstream: AnySubscriber<Input, Failure>

  /// How long it has to be quiet after a value; `nil` if it passes at once.
  @usableFromInline let interval: @Sendable (Input) -> Stride?
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let upstream = UpstreamLink()
  @usableFromInline let state = Locked(State())

  @inlinable init(
    _ downstream: AnySubscriber<Input, Failure>,
    _ interval: @escaping @Sendable (Input) -> Stride?,
    _ scheduler: Context,
    _ options: Context.SchedulerOptions?
  ) {
    self.downstream = downstream
    self.interval = interval
    self.scheduler = scheduler
    self.options = options
  }

  @inlinable var name: StaticString { "Debounce" }

  @inlinable func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    downstream.receive(subscription: self)
    subscription.request(.unlimited)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    if let dueTime = interval(input) { keep(input, for: dueTime) } else { pass(input) }
    return .none
  }

  /// Drops the value that waits, and passes the end on from the scheduler.
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.close() != nil else { return }
    state.withLock { $0.drop() }.timer?.cancel()
    scheduler.schedule { [self] in perform(state.withLock { $0.delivery.end(completion) }) }
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    if upstream.isConnected { state.withLock { $0.delivery.demand += demand } }
  }

  @inlinable func cancel() {
    let last = upstream.close()
    let dropped = state.withLock { state in
      state.delivery.isOver = true
      return state.drop()
    }
    dropped.timer?.cancel()
    last?.cancel()
  }

  @inlinable func keep(_ input: Input, for dueTime: Stride) {
    let date = scheduler.now.advanced(by: dueTime)
    // Put off first, so that the timer does not take the new value for one that has waited.
    if let timer = state.withLock({ $0.timer }), timer.move(to: date) {
      let (isKept, _) = state.withLock { $0.replace(with: input) }
      if isKept { return }
    }
    // Not one tuple: the timer's closure would keep the value that is replaced.
    let (generation, last, _) = state.withLock { $0.keep(input) }
    let timer = scheduler.scheduleTimer(
      after: date,
      interval: dueTime,
      tolerance: scheduler.minimumTolerance,
      options: options
    ) { [self] in timerFired(generation) }
    last?.cancel()
    if !state.withLock({ $0.keep(timer, generation) }) { timer.cancel() }
  }

  @inlinable func pass(_ input: Input) {
    let last = state.withLock { $0.keep(input) }
    last.timer?.cancel()
    timerFired(last.generation)
  }

  @inlinable func timerFired(_ generation: UInt64) {
    let due = state.withLock { $0.timerFired(generation) }
    due.timer?.cancel()
    perform(due.action)
  }

  /// Delivers a value, and what became due meanwhile.
  @inlinable func perform(_ first: State.Delivery.Action) {
    var action = first
    while case .deliver(let value) = action {
      let more = downstream.receive(value)
      action = state.withLock { $0.delivered(more) }.action
    }
    if case .end(let completion, _) = action { downstream.receive(completion: completion) }
  }
}

/// Which value of a `debounce` goes out, and when: pure.
///
/// ```
///             value              quiet long enough            asked for
/// nothing ───────────▶ waiting ────────────────────▶ due ───────────────▶ delivered
///   ▲                  ▲    │                         │ not asked for, or the end
///   │                  └────┘ newer value             ▼
///   └───────────────────── the end, cancelled ─── dropped
/// ```
///
/// Every transition returns what is to be done, and what is dropped, so that both happen outside
/// the lock.
@usableFromInline struct DebounceState<Value, Failure: Error, Time> {
  @usableFromInline typealias Delivery = DeliveryQueue<Value, Failure>

  /// What was asked for, and a value that became due while the one before it is being delivered.
  @usableFromInline var delivery = Delivery(demand: .none)

  /// The latest value, until it has been quiet long enough.
  @usableFromInline var waiting: Value?

  /// The timer of the value that waits, and which timer that is.
  @usableFromInline var timer: (any SchedulerTimer<Time>)?
  @usableFromInline var generation: UInt64 = 0

  @inlinable init() {}

  /// Takes a value in place of the one that waits.
  @inlinable mutating func keep(
    _ value: Value
  ) -> (generation: UInt64, timer: (any Cancellable)?, dropped: Value?) {
    guard !delivery.isOver else { return (generation, nil, value) }
    generation += 1
    return (generation, timer.take(), exchange(&waiting, with: value))
  }

  /// Takes a value in place of the one that waits, for the same timer; `false` if that has gone
  /// off.
  @inlinable mutating func replace(with value: Value) -> (isKept: Bool, dropped: Value?) {
    guard timer != nil, waiting != nil else { return (false, nil) }
    return (true, exchange(&waiting, with: value))
  }

  /// Keeps a timer; `false` if a newer value, or the end, has made it needless.
  @inlinable mutating func keep(_ new: any SchedulerTimer<Time>, _ number: UInt64) -> Bool {
    guard number == generation, waiting != nil else { return false }
    timer = new
    return true
  }

  /// Makes the value that waits due, in place of one that is held back; without demand it is
  /// dropped.
  @inlinable mutating func timerFired(
    _ number: UInt64
  ) -> (action: Delivery.Action, timer: (any Cancellable)?, dropped: [Value?]) {
    guard number == generation, let value = waiting.take() else { return (.nothing, nil, []) }
    let dropped = delivery.waiting.takeAll()
    guard delivery.isDelivering || delivery.demand != .none else {
      return (.nothing, timer.take(), [value])
    }
    return (delivery.send(value), timer.take(), dropped)
  }

  /// Counts what the subscriber asked for in answer; without demand, what is held back is dropped.
  @inlinable mutating func delivered(
    _ more: Subscribers.Demand
  ) -> (action: Delivery.Action, dropped: [Value?]) {
    let isAsked = delivery.demand + more != .none
    let dropped = isAsked ? [] : delivery.waiting.takeAll()
    return (delivery.delivered(more), dropped)
  }

  /// Hands out what waits, to be released outside the lock, and its timer.
  @inlinable mutating func drop() -> (timer: (any Cancellable)?, dropped: Value?, [Value?]) {
    (timer.take(), waiting.take(), delivery.waiting.takeAll())
  }
}
