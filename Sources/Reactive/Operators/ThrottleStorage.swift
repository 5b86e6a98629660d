/// Locks the state of a `throttle` and calls the scheduler and the subscriber outside the lock.
@usableFromInline
final class ThrottleStorage<Downstream: Subscriber, Context: Scheduler>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Input: Sendable {
  // @unchecked Sendable because the state is locked, and what it keeps is `Sendable`.
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Time = Context.SchedulerTimeType

  @usableFromInline
  @frozen
  struct State {
    @usableFromInline var downstream: Downstream?
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var lastEmission: Time?
    @usableFromInline var input: Input?
    @usableFromInline var completion: Subscribers.Completion<Failure>?
    @usableFromInline var isEnding = false
    @usableFromInline var isDelivering = false
    @usableFromInline var isMissed = false
    @usableFromInline var isCancelled = false

    @inlinable
    init(
      downstream: Downstream? = nil,
      lastEmission: Time? = nil,
      input: Input? = nil,
      completion: Subscribers.Completion<Failure>? = nil
    ) {
      self.downstream = downstream
      self.lastEmission = lastEmission
      self.input = input
      self.completion = completion
    }

    @inlinable var isScheduled: Bool { input != nil || completion != nil }

    /// Keeps a value; `true` if an emission has to be scheduled for it.
    @inlinable
    mutating func receive(_ value: Input, latest: Bool) -> Bool {
      guard demand != .none else { return false }
      guard !isScheduled else {
        if latest { input = value }
        return false
      }
      demand -= 1
      input = value
      return true
    }

    /// Keeps the end; `true` if an emission has to be scheduled for it.
    @inlinable
    mutating func end(_ ending: Subscribers.Completion<Failure>) -> Bool {
      isEnding = true
      defer { completion = completion ?? ending }
      return !isScheduled
    }
  }

  @usableFromInline let interval: Time.Stride
  @usableFromInline let scheduler: Context
  @usableFromInline let latest: Bool
  @usableFromInline let upstream = Upstream()
  @usableFromInline let state: Locked<State>

  @inlinable
  init(_ downstream: Downstream, interval: Time.Stride, scheduler: Context, latest: Bool) {
    self.interval = interval
    self.scheduler = scheduler
    self.latest = latest
    state = Locked(State(downstream: downstream))
    _ = scheduler.now
  }

  @inlinable var description: String { "Throttle" }

  @inlinable
  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    _ = scheduler.now
    subscription.request(.unlimited)
    state.withLock { $0.downstream }?.receive(subscription: self)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected, !state.withLock({ $0.isEnding }) else { return .none }
    let now = scheduler.now
    let isNew = state.withLock { $0.receive(input, latest: latest) }
    guard isNew else { return .none }
    let earliest = state.withLock { $0.lastEmission }?.advanced(by: interval)
    if let earliest, earliest > now {
      scheduler.schedule(after: earliest) { [weak self] in self?.emit() }
    } else {
      scheduler.schedule { [weak self] in self?.emit() }
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.isConnected, !state.withLock({ $0.isEnding }) else { return }
    _ = scheduler.now
    let isNew = state.withLock { $0.end(completion) }
    if isNew { scheduler.schedule { [weak self] in self?.emit() } }
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard upstream.isConnected else { return }
    state.withLock { state in
      if !state.isEnding { state.demand += demand }
    }
  }

  @inlinable
  func cancel() {
    let last = state.withLock { state in
      let last = state
      state = State()
      state.isEnding = true
      state.isCancelled = true
      return last
    }
    upstream.abort()?.cancel()
    _ = last
  }

  @inlinable
  func emit() {
    let isValue = state.withLock { $0.input != nil && $0.completion == nil }
    let now = isValue ? scheduler.now : nil
    let due = state.withLock { state -> (Downstream, Input?, Subscribers.Completion<Failure>?)? in
      guard let downstream = state.downstream else { return nil }
      guard !state.isDelivering else {
        state.isMissed = true
        return nil
      }
      if let now { state.lastEmission = now }
      let due = (downstream, state.input, state.completion)
      state.isDelivering = true
      state.input = nil
      state.completion = nil
      if due.2 != nil { state.downstream = nil }
      return due
    }
    guard let (downstream, input, completion) = due else { return }
    deliver(input, completion, to: downstream)
  }

  @inlinable
  func deliver(
    _ input: Input?,
    _ completion: Subscribers.Completion<Failure>?,
    to downstream: Downstream
  ) {
    let more = input.map { downstream.receive($0) } ?? .none
    if let completion, !state.withLock({ $0.isCancelled }) {
      _ = upstream.close()
      downstream.receive(completion: completion)
    }
    let isMissed = state.withLock { state in
      state.demand += more
      state.isDelivering = false
      defer { state.isMissed = false }
      return state.isMissed
    }
    if isMissed { emit() }
  }
}
