/// Demand that outlives the upstream it was sent to.
///
/// For operators that have one upstream after another, or none yet: whatever was asked for and not
/// delivered is asked of the next one.
struct SubscriptionArbiter: ~Copyable, Sendable {
  // Not private: another file that holds an arbiter would not link (Swift 6.3).
  struct State {
    var outstanding = Subscribers.Demand.none
    var subscription: (any Subscription)?
    var isClosed = false
  }

  private let state = Locked(State())

  var isClosed: Bool { state.withLock { $0.isClosed } }
  var hasSubscription: Bool { state.withLock { $0.subscription != nil } }

  /// Adopts an upstream without asking it for anything; returns the demand that is outstanding.
  ///
  /// What is asked for from now on goes to the upstream itself. `nil` if it was refused and
  /// cancelled.
  borrowing func adopt(_ new: any Subscription) -> Subscribers.Demand? {
    let outstanding = state.withLock { state -> Subscribers.Demand? in
      guard state.subscription == nil, !state.isClosed else { return nil }
      state.subscription = new
      return state.outstanding
    }
    if outstanding == nil { new.cancel() }
    return outstanding
  }

  /// Adopts an upstream and asks it for what is outstanding, plus something for the operator
  /// itself.
  borrowing func connect(_ new: any Subscription, extra: Int = 0) {
    if let demand = adopt(new), demand + extra != .none { new.request(demand + extra) }
  }

  borrowing func request(_ demand: Subscribers.Demand) {
    let subscription = state.withLock { state -> (any Subscription)? in
      guard !state.isClosed else { return nil }
      state.outstanding += demand
      return state.subscription
    }
    subscription?.request(demand)
  }

  /// Counts what a subscriber returned from `receive`, which upstream is told by the same way.
  borrowing func add(_ demand: Subscribers.Demand) {
    if demand != .none { state.withLock { $0.outstanding += demand } }
  }

  /// Counts a value that is delivered; `false` if it was not asked for, or all is over.
  borrowing func spend() -> Bool {
    state.withLock { state in
      guard !state.isClosed, state.outstanding != .none else { return false }
      state.outstanding -= 1
      return true
    }
  }

  /// Releases an upstream that has ended, to adopt another; `false` if there was none.
  @discardableResult borrowing func release() -> Bool {
    state.withLock { $0.subscription.take() } != nil
  }

  /// Ends everything, once; returns the upstream to the caller who did.
  @discardableResult borrowing func close() -> (isFirst: Bool, subscription: (any Subscription)?) {
    state.withLock { state in
      (!exchange(&state.isClosed, with: true), state.subscription.take())
    }
  }
}
