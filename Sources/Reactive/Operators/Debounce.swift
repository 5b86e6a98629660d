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
  /// - **Canceling** drops the value that waits and takes its timer back; nothing comes after.
  ///
  /// For a value at regular intervals while a burst goes on, use
  /// ``throttle(for:scheduler:latest:)``.
  ///
  /// ```marble
  /// words                                         -s-sw-swift-------x----y-|
  /// debounce(for: .seconds(3), scheduler: clock)  ---------swift-------x---|
  /// ```
  ///
  /// - Parameters:
  ///   - dueTime: How long it has to be quiet.
  ///   - scheduler: Where the time comes from, and where deliveries happen.
  ///   - options: Scheduler options for the deliveries.
  /// - Returns: A publisher of the last value of every burst.
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
  ///
  /// - Parameters:
  ///   - interval: How long it has to be quiet after a value.
  ///   - scheduler: Where the time comes from, and where deliveries happen.
  ///   - options: Scheduler options for the deliveries.
  /// - Returns: A publisher of the last value of every burst.
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
  public typealias Debounce<Upstream: Publisher, Context: Scheduler> = Attached<
    Upstream, Void, Upstream.Output, Upstream.Failure
  >
}

/// The subscription of a `debounce`: one timer, moved by every value.
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
final class DebounceSubscription<Input: Sendable, Failure: Error, Context: Scheduler>: Subscriber,
  Subscription, CustomStringConvertible, @unchecked Sendable
{
  // @unchecked Sendable because the state is locked, what it keeps is `Sendable`, and `downstream`
  // is only called by the one delivery that `isDelivering` admits.
  @usableFromInline typealias Stride = Context.SchedulerTimeType.Stride
  @usableFromInline typealias State = DebounceState<Input, Failure>

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

  @inlinable var description: String { "Debounce" }

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
    guard upstream.finish() else { return }
    state.withLock { $0.stop() }.timer?.cancel()
    scheduler.schedule { [self] in
      let due = state.withLock { $0.end(completion) }
      if let due { downstream.receive(completion: due) }
    }
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    if upstream.isConnected { state.withLock { $0.demand += demand } }
  }

  @inlinable func cancel() {
    let last = upstream.close()
    state.withLock { $0.cancel() }.timer?.cancel()
    last?.cancel()
  }

  @inlinable func keep(_ input: Input, for dueTime: Stride) {
    let date = scheduler.now.advanced(by: dueTime)
    let last = state.withLock { $0.keep(input) }
    let generation = last.generation
    let timer = scheduler.scheduleTimer(
      after: date,
      interval: dueTime,
      tolerance: scheduler.minimumTolerance,
      options: options,
      replacing: last.timer
    ) { [self] in timerFired(generation) }
    if !state.withLock({ $0.keep(timer, generation) }) { timer.cancel() }
  }

  @inlinable func pass(_ input: Input) {
    let last = state.withLock { $0.replace(with: input) }
    last.timer?.cancel()
    if let value = last.due { deliver(value) }
  }

  @inlinable func timerFired(_ generation: UInt64) {
    let last = state.withLock { $0.timerFired(generation) }
    last.timer?.cancel()
    if let value = last.due { deliver(value) }
  }

  /// Delivers a value, and the one that became due meanwhile.
  @inlinable func deliver(_ first: Input) {
    var value: Input? = first
    while let current = value {
      let more = downstream.receive(current)
      value = state.withLock { $0.delivered(more) }.due
    }
    let due = state.withLock { $0.takeEnding() }
    if let due { downstream.receive(completion: due) }
  }
}

/// Which value of a `debounce` goes out, and when: pure.
///
/// ```
///             value              quiet long enough            asked for
/// nothing ───────────▶ waiting ────────────────────▶ due ───────────────▶ delivered
///   ▲                  ▲    │                         │ not asked for, or the end
///   │                  └────┘ newer value             ▼
///   └───────────────────── the end, canceled ─── dropped
/// ```
///
/// Every transition returns what is to be done, and what is dropped, so that both happen outside
/// the lock.
@usableFromInline @frozen struct DebounceState<Value, Failure: Error> {
  /// What a transition leaves to its caller.
  @usableFromInline @frozen struct Leaving {
    @usableFromInline var due: Value?
    @usableFromInline var timer: (any Cancellable)?
    @usableFromInline var dropped: (Value?, Value?)
    @usableFromInline var generation: UInt64

    @inlinable init(
      due: Value? = nil,
      timer: (any Cancellable)? = nil,
      dropped: (Value?, Value?) = (nil, nil),
      generation: UInt64 = 0
    ) {
      self.due = due
      self.timer = timer
      self.dropped = dropped
      self.generation = generation
    }
  }

  @usableFromInline var demand = Subscribers.Demand.none

  /// The latest value, until it has been quiet long enough.
  @usableFromInline var waiting: Value?

  /// A value that became due while the one before it was still being delivered.
  @usableFromInline var heldBack: Value?
  @usableFromInline var isDelivering = false

  /// The timer of the value that waits, and which value that is.
  @usableFromInline var timer: (any Cancellable)?
  @usableFromInline var generation: UInt64 = 0

  /// Whether no more values are sent, because the end is on its way or the subscriber canceled.
  @usableFromInline var isStopped = false

  /// The end, until the subscriber receives it.
  @usableFromInline var ending: Subscribers.Completion<Failure>?

  /// Whether the subscriber has received the end, or has canceled.
  @usableFromInline var isOver = false

  @inlinable init() {}

  /// Takes a value that has to wait, in place of the one that waits.
  @inlinable mutating func keep(_ value: Value) -> Leaving {
    guard !isStopped else { return Leaving(dropped: (value, nil)) }
    generation += 1
    let last = Leaving(timer: timer, dropped: (waiting, nil), generation: generation)
    (waiting, timer) = (value, nil)
    return last
  }

  /// Keeps a timer; `false` if a newer value, or the end, has made it needless.
  @inlinable mutating func keep(_ new: any Cancellable, _ number: UInt64) -> Bool {
    guard number == generation, waiting != nil, !isStopped else { return false }
    timer = new
    return true
  }

  /// Takes a value that is due at once, in place of the one that waits.
  @inlinable mutating func replace(with value: Value) -> Leaving {
    let replaced = keep(value)
    guard !isStopped else { return replaced }
    var last = timerFired(replaced.generation)
    last.timer = replaced.timer
    last.dropped.1 = replaced.dropped.0
    return last
  }

  /// Makes the value that waits due: it goes out if it was asked for and no other one is on its
  /// way.
  @inlinable mutating func timerFired(_ number: UInt64) -> Leaving {
    guard number == generation, let value = waiting, !isStopped else { return Leaving() }
    var last = Leaving(timer: timer)
    (waiting, timer) = (nil, nil)
    if isDelivering {
      last.dropped.0 = heldBack
      heldBack = value
    } else if demand == .none {
      last.dropped.0 = value
    } else {
      demand -= 1
      isDelivering = true
      last.due = value
    }
    return last
  }

  /// Counts what the subscriber asked for in answer; hands out the next value to deliver.
  @inlinable mutating func delivered(_ more: Subscribers.Demand) -> Leaving {
    isDelivering = false
    demand += more
    guard let value = heldBack, !isStopped else { return Leaving() }
    heldBack = nil
    guard demand != .none else { return Leaving(dropped: (value, nil)) }
    demand -= 1
    isDelivering = true
    return Leaving(due: value)
  }

  /// Hands out what waits and the timer.
  @inlinable mutating func stop() -> Leaving {
    let last = Leaving(timer: timer, dropped: (waiting, heldBack))
    isStopped = true
    (waiting, heldBack, timer) = (nil, nil, nil)
    return last
  }

  /// The end, if it is due now: it waits for a value that is being delivered.
  @inlinable mutating func end(
    _ completion: Subscribers.Completion<Failure>
  ) -> Subscribers.Completion<Failure>? {
    ending = completion
    return takeEnding()
  }

  /// The end that is due, once.
  @inlinable mutating func takeEnding() -> Subscribers.Completion<Failure>? {
    guard !isDelivering, !isOver, let ending else { return nil }
    isOver = true
    return ending
  }

  @inlinable mutating func cancel() -> Leaving {
    isOver = true
    return stop()
  }
}
