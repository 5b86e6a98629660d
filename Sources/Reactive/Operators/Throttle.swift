extension Publisher where Output: Sendable {
  /// Passes on at most one value in every interval.
  ///
  /// The first value goes at once and starts an interval; of those that come before its end, the
  /// latest or the first is sent when it ends. Upstream is asked for everything at the
  /// subscription; a value that comes while the subscriber has not asked for one is dropped. The
  /// end and the error come on the scheduler, together with the value that waits, if one does.
  /// Deliveries happen on the scheduler, one at a time.
  ///
  /// ```marble
  /// numbers                                                     -1-2-3------4-|
  /// throttle(for: .seconds(5), scheduler: clock, latest: true)  -1----3-----4-|
  /// ```
  ///
  /// ```marble
  /// numbers                                                      -1-2-3------4-|
  /// throttle(for: .seconds(5), scheduler: clock, latest: false)  -1----2-----4-|
  /// ```
  public func throttle<Context: Scheduler>(
    for interval: Context.SchedulerTimeType.Stride,
    scheduler: Context,
    latest: Bool
  ) -> Publishers.Throttle<Self, Context> {
    .init(self) {
      ThrottleSubscription($0, interval: interval, scheduler: scheduler, latest: latest)
    }
  }
}

extension Publishers {
  /// What ``Publisher/throttle(for:scheduler:latest:)`` returns.
  public typealias Throttle<Upstream: Publisher, Context: Scheduler> = Relayed<Upstream>
}

final class ThrottleSubscription<Input: Sendable, Failure: Error, Context: Scheduler>:
  OperatorSubscription, @unchecked Sendable
{
  // @unchecked Sendable because the state is locked, and what it keeps is `Sendable`.
  typealias Delivery = DeliveryQueue<Input, Failure>
  typealias Time = Context.SchedulerTimeType

  struct State {
    var downstream: AnySubscriber<Input, Failure>?

    /// The value being sent; it needs no count, because a value is kept only if there is demand.
    var delivery = Delivery(demand: .unlimited)
    var demand = Subscribers.Demand.none
    var lastEmission: Time?

    /// What the emission that is scheduled will send.
    var input: Input?
    var completion: Subscribers.Completion<Failure>?
    var isEnding = false

    var isScheduled: Bool { input != nil || completion != nil }

    /// Keeps a value; `isNew` if an emission has to be scheduled for it.
    ///
    /// The value it replaces is released outside the lock: its `deinit` may run any code.
    mutating func receive(_ value: Input, latest: Bool) -> (isNew: Bool, replaced: Input?) {
      guard demand != .none else { return (false, nil) }
      guard !isScheduled else {
        guard latest else { return (false, nil) }
        let replaced = input
        input = value
        return (false, replaced)
      }
      demand -= 1
      input = value
      return (true, nil)
    }

    /// Keeps the end; `true` if an emission has to be scheduled for it.
    mutating func end(_ ending: Subscribers.Completion<Failure>) -> Bool {
      isEnding = true
      defer { completion = completion ?? ending }
      return !isScheduled
    }

    mutating func emit(at now: Time?) -> Delivery.Action {
      if let now { lastEmission = now }
      let value = input.take().map { delivery.send($0) } ?? .nothing
      let end = completion.take().map { delivery.end($0) } ?? .nothing
      if case .deliver = value { return value }
      return end
    }
  }

  let interval: Time.Stride
  let scheduler: Context
  let latest: Bool
  let upstream = UpstreamLink()
  let state: Locked<State>

  init(
    _ downstream: AnySubscriber<Input, Failure>,
    interval: Time.Stride,
    scheduler: Context,
    latest: Bool
  ) {
    state = Locked(State(downstream: downstream))
    self.interval = interval
    self.scheduler = scheduler
    self.latest = latest
  }

  var name: StaticString { "Throttle" }

  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    state.withLock { $0.downstream }?.receive(subscription: self)
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected, !state.withLock({ $0.isEnding }) else { return .none }
    let now = scheduler.now
    let (isNew, _) = state.withLock { $0.receive(input, latest: latest) }
    guard isNew else { return .none }
    let earliest = state.withLock { $0.lastEmission }?.advanced(by: interval)
    if let earliest, earliest > now {
      scheduler.schedule(after: earliest) { [weak self] in self?.emit() }
    } else {
      scheduler.schedule { [weak self] in self?.emit() }
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.isConnected, !state.withLock({ $0.isEnding }) else { return }
    let isNew = state.withLock { $0.end(completion) }
    if isNew { scheduler.schedule { [weak self] in self?.emit() } }
  }

  func request(_ demand: Subscribers.Demand) {
    guard upstream.isConnected else { return }
    state.withLock { state in
      if !state.isEnding { state.demand += demand }
    }
  }

  func cancel() {
    _ = state.withLock { state in
      state.isEnding = true
      return (state.delivery.cancel(), state.input.take(), state.downstream.take())
    }
    upstream.close()?.cancel()
  }

  func emit() {
    let isValue = state.withLock { $0.input != nil && $0.completion == nil }
    let now = isValue ? scheduler.now : nil
    guard let downstream = state.withLock({ $0.downstream }) else { return }
    var action = state.withLock { $0.emit(at: now) }
    while case .deliver(let value) = action {
      let more = downstream.receive(value)
      action = state.withLock { state in
        state.demand += more
        return state.delivery.delivered(.none)
      }
    }
    guard case .end(let completion, _) = action else { return }
    upstream.close()
    _ = state.withLock { $0.downstream.take() }
    downstream.receive(completion: completion)
  }
}
