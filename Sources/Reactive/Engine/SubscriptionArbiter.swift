/// Demand that outlives the upstream it was sent to.
///
/// For operators that have one upstream after another, or none yet: whatever was asked for and not
/// delivered is asked of the next one.
@usableFromInline @frozen struct SubscriptionArbiter: ~Copyable, Sendable {
  @usableFromInline @frozen struct State {
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var subscription: (any Subscription)?
    @usableFromInline var isClosed = false

    @inlinable init() {}
  }

  @usableFromInline let state = Locked(State())

  @inlinable init() {}

  @inlinable var isClosed: Bool { state.withLock { $0.isClosed } }
  @inlinable var hasSubscription: Bool { state.withLock { $0.subscription != nil } }

  /// Takes over an upstream and asks it for what is owed, plus something for the operator itself.
  @inlinable borrowing func connect(_ new: any Subscription, extra: Int = 0) -> Bool {
    guard let owed = hold(new) else { return false }
    if owed + extra != .none { new.request(owed + extra) }
    return true
  }

  /// Takes over an upstream without asking it for anything yet; returns what is owed to it.
  ///
  /// What is asked for from now on goes to the upstream itself.
  @inlinable borrowing func hold(_ new: any Subscription) -> Subscribers.Demand? {
    let owed = state.withLock { state -> Subscribers.Demand? in
      guard state.subscription == nil, !state.isClosed else { return nil }
      state.subscription = new
      return state.demand
    }
    if owed == nil { new.cancel() }
    return owed
  }

  @inlinable borrowing func request(_ demand: Subscribers.Demand) {
    let subscription = state.withLock { state -> (any Subscription)? in
      guard !state.isClosed else { return nil }
      state.demand += demand
      return state.subscription
    }
    subscription?.request(demand)
  }

  /// Counts what a subscriber returned from `receive`, which upstream is told by the same way.
  @inlinable borrowing func add(_ demand: Subscribers.Demand) {
    if demand != .none { state.withLock { $0.demand += demand } }
  }

  /// Counts a value that is delivered; `false` if it was not asked for, or all is over.
  @discardableResult
  @inlinable borrowing func spend() -> Bool {
    state.withLock { state in
      guard !state.isClosed, state.demand != .none else { return false }
      state.demand -= 1
      return true
    }
  }

  /// Counts a value that is delivered; traps if it was not asked for.
  @inlinable borrowing func spendOrTrap() {
    precondition(spend() || isClosed, "a value came that was not asked for")
  }

  /// Lets go of an upstream that has ended; `false` if there was none.
  @discardableResult
  @inlinable borrowing func disconnect() -> Bool {
    state.withLock { $0.subscription.take() } != nil
  }

  /// Ends everything, once; returns the upstream to the caller who did.
  @inlinable borrowing func close() -> (isFirst: Bool, subscription: (any Subscription)?) {
    state.withLock { state in
      (!exchange(&state.isClosed, with: true), state.subscription.take())
    }
  }
}
