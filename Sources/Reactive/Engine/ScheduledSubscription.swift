/// A stage that lets values change threads or wait: the engine of `receive(on:)`, `delay` and
/// `timeout`.
///
/// ```
/// upstream ─▶ queue ─▶ (scheduler) turn ─▶ subscriber
/// ```
///
/// Values stay in order and never overlap even on a concurrent queue, because a turn takes whatever
/// is first, and a turn that comes while another delivers is made up for by that one.
@usableFromInline
final class ScheduledSubscription<Downstream: Subscriber, Context: Scheduler>:
  OperatorSubscription, @unchecked Sendable
where Downstream.Input: Sendable {
  // @unchecked Sendable because the queue is locked, and what is in it is `Sendable`.
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline enum Timing: Sendable {
    case soon(Context.SchedulerOptions?)
    case after(
      Context.SchedulerTimeType.Stride,
      tolerance: Context.SchedulerTimeType.Stride,
      Context.SchedulerOptions?
    )
  }

  @usableFromInline enum Item: Sendable {
    case value(Input)
    case completion(Subscribers.Completion<Failure>)
  }

  @usableFromInline struct State: Sendable {
    @usableFromInline var queue = Queue<Item>()
    @usableFromInline var isDelivering = false
    @usableFromInline var missedTurns = 0
    @usableFromInline var isTurnScheduled = false
    @usableFromInline var isEnding = false
    @usableFromInline var isOver = false

    /// The timers of a `delay` that have not gone off, each from before it is set.
    @usableFromInline var timers: [UInt64: (any Cancellable)?] = [:]
    @usableFromInline var timerCount: UInt64 = 0

    @inlinable init() {}

    @inlinable mutating func begin() -> Item? {
      guard !isDelivering else {
        missedTurns += 1
        return nil
      }
      let item = queue.popFirst()
      isDelivering = item != nil
      return item
    }

    @inlinable mutating func next(all: Bool) -> Item? {
      isDelivering = false
      if !all {
        guard missedTurns > 0 else { return nil }
        missedTurns -= 1
      }
      return begin()
    }
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let name: StaticString
  @usableFromInline let scheduler: Context
  @usableFromInline let timing: Timing
  /// Whether what gathers while a closure waits for its turn is delivered by that closure.
  @usableFromInline let batches: Bool
  @usableFromInline let timer: TimeoutTimer<Context>?
  @usableFromInline let upstream = UpstreamLink()
  @usableFromInline let state = Locked(State())

  @inlinable init(
    _ downstream: Downstream,
    name: StaticString,
    scheduler: Context,
    timing: Timing,
    timer: TimeoutTimer<Context>? = nil
  ) {
    self.downstream = downstream
    self.name = name
    self.scheduler = scheduler
    self.timing = timing
    self.timer = timer
    if case .soon = timing { batches = true } else { batches = false }
  }

  @inlinable func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    timer?.start()
    downstream.receive(subscription: self)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected, !state.withLock({ $0.isEnding }) else { return .none }
    timer?.start()
    enqueue(.value(input))
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    let isFirst = state.withLock { !exchange(&$0.isEnding, with: true) }
    guard upstream.isConnected, isFirst else { return }
    timer?.stop()
    enqueue(.completion(completion))
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    guard upstream.isConnected, !state.withLock({ $0.isEnding }) else { return }
    timer?.startAtFirstRequest()
    upstream.request(demand)
  }

  @inlinable func cancel() {
    // Dropped values are released outside the lock.
    let (wasEnding, dropped, timers) = state.withLock { state in
      state.isOver = true
      return (state.isEnding, state.queue.takeAll(), exchange(&state.timers, with: [:]))
    }
    _ = dropped
    for case let timer? in timers.values { timer.cancel() }
    timer?.stop()
    let last = upstream.close()
    if !wasEnding || timer != nil { last?.cancel() }
  }

  /// Ends the stream now, in place of everything that waits.
  @inlinable func expire(_ completion: Subscribers.Completion<Failure>) {
    // Dropped values are released outside the lock.
    let dropped = state.withLock { state -> [Item?]? in
      guard !state.isOver, !state.isEnding else { return nil }
      state.isEnding = true
      defer { state.queue.append(.completion(completion)) }
      return state.queue.takeAll()
    }
    guard dropped != nil else { return }
    timer?.stop()
    upstream.close()?.cancel()
    turn()
  }

  @inlinable func enqueue(_ item: Item) {
    let needsTurn = state.withLock { state in
      guard !state.isOver else { return false }
      state.queue.append(item)
      return !exchange(&state.isTurnScheduled, with: batches)
    }
    guard needsTurn else { return }
    switch timing {
    case .soon(let options):
      scheduler.schedule(options: options) { [self] in turn() }
    case .after(let interval, let tolerance, let options):
      setTimer(after: interval, tolerance: tolerance, options)
    }
  }

  @inlinable func setTimer(
    after interval: Context.SchedulerTimeType.Stride,
    tolerance: Context.SchedulerTimeType.Stride,
    _ options: Context.SchedulerOptions?
  ) {
    let number = state.withLock { state in
      state.timerCount += 1
      state.timers[state.timerCount] = .some(nil)
      return state.timerCount
    }
    let timer = scheduler.scheduleTimer(
      after: scheduler.now.advanced(by: interval),
      interval: nil,
      tolerance: tolerance,
      options: options
    ) { [self] in
      let last = state.withLock { $0.timers.removeValue(forKey: number) }
      turn()
      withExtendedLifetime(last) {}
    }
    let isWaiting = state.withLock { state in
      guard state.timers[number] != nil else { return false }
      state.timers[number] = .some(timer)
      return true
    }
    if !isWaiting { timer.cancel() }
  }

  /// Delivers everything there is, or one item and one for every turn that came meanwhile.
  @inlinable func turn() {
    var item = state.withLock { state in
      state.isTurnScheduled = false
      return state.begin()
    }
    while let current = item {
      deliver(current)
      item = state.withLock { $0.next(all: batches) }
    }
  }

  @inlinable func deliver(_ item: Item) {
    guard !state.withLock({ $0.isOver }) else { return }
    switch item {
    case .value(let value):
      let more = downstream.receive(value)
      if more != .none { upstream.request(more) }
    case .completion(let completion):
      state.withLock { $0.isOver = true }
      upstream.close()
      downstream.receive(completion: completion)
    }
  }
}

/// The clock that a `timeout` winds up again at every value.
@usableFromInline final class TimeoutTimer<Context: Scheduler>: Sendable {
  private let interval: Context.SchedulerTimeType.Stride
  private let scheduler: Context
  private let options: Context.SchedulerOptions?
  private let timer = Locked<(timer: AnyCancellable?, isRequested: Bool)>((nil, false))
  private let action = Locked<(@Sendable () -> Void)?>(nil)

  init(
    interval: Context.SchedulerTimeType.Stride,
    scheduler: Context,
    options: Context.SchedulerOptions?
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.options = options
  }

  @usableFromInline func onExpiry(_ expire: @escaping @Sendable () -> Void) {
    action.withLock { $0 = expire }
  }

  @usableFromInline func start() {
    guard let action = action.withLock({ $0 }) else { return }
    replace(with: nil)
    let new = scheduler.schedule(
      after: scheduler.now.advanced(by: interval),
      interval: interval,
      tolerance: scheduler.minimumTolerance,
      options: options,
      action
    )
    replace(with: AnyCancellable { new.cancel() })
    // Stopped while the timer was being set.
    if self.action.withLock({ $0 == nil }) { replace(with: nil) }
  }

  @usableFromInline func startAtFirstRequest() {
    if timer.withLock({ !exchange(&$0.isRequested, with: true) }) { start() }
  }

  @usableFromInline func stop() {
    action.withLock { $0 = nil }
    replace(with: nil)
  }

  private func replace(with new: AnyCancellable?) {
    timer.withLock { exchange(&$0.timer, with: new) }?.cancel()
  }
}
