extension Publisher {
  /// Subscribes anew when the stream fails, a number of times.
  ///
  /// What was delivered stays delivered; the new attempt is asked for what is still owed. The error
  /// of the last attempt ends the stream. There is no pause between attempts, and a publisher that
  /// fails at once is tried again in a loop, not ever deeper in the stack.
  ///
  /// ```marble
  /// first attempt   -1-2-#
  /// second attempt       ---1-2-|
  /// retry(1)        -1-2----1-2-|
  /// ```
  @inlinable
  public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    .init(upstream: self, retries: retries)
  }
}

extension Publishers {
  /// A publisher that tries again after a failure.
  ///
  /// See ``Publisher/retry(_:)``.
  public struct Retry<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// How often it is tried again; `nil` for as often as it takes.
    public let retries: Int?

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(RetrySubscription(subscriber, upstream: upstream, retries: retries))
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

@usableFromInline
final class RetrySubscription<Downstream: Subscriber, Base: Publisher>: Subscriber,
  Subscription, CustomStringConvertible, @unchecked Sendable
where Base.Output == Downstream.Input, Base.Failure == Downstream.Failure {
  // @unchecked Sendable because the state is locked; publisher and subscriber only leave it.
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline
  @frozen
  struct State {
    @usableFromInline var live: (base: Base, downstream: Downstream)?
    @usableFromInline var remaining: Int?
    @usableFromInline var hasSubscribed = false
    @usableFromInline var isSubscribing = false
    @usableFromInline var isAgain = false

    @inlinable
    init(live: (base: Base, downstream: Downstream)? = nil, remaining: Int? = nil) {
      self.live = live
      self.remaining = remaining
    }

    /// Uses up one retry; `nil` if there is none left.
    @inlinable
    mutating func retry() -> Base? {
      guard let base = live?.base, remaining != 0 else { return nil }
      remaining = remaining.map { $0 - 1 }
      return base
    }

    /// Whether to subscribe once more; `false` ends the loop.
    @inlinable
    mutating func takeTurn() -> Bool {
      isSubscribing = isAgain
      isAgain = false
      return isSubscribing
    }
  }

  @usableFromInline let ledger = Ledger()
  @usableFromInline let state: Locked<State>

  @inlinable
  init(_ downstream: Downstream, upstream: Base, retries: Int?) {
    state = Locked(State(live: (upstream, downstream), remaining: retries))
  }

  @inlinable var description: String { "Retry" }

  @inlinable
  func receive(subscription: any Subscription) {
    guard ledger.hold(subscription) else { return }
    let owed = ledger.owed
    let isFirst = state.withLock { state in
      defer { state.hasSubscribed = true }
      return !state.hasSubscribed
    }
    if isFirst { downstream?.receive(subscription: self) }
    if owed != .none { subscription.request(owed) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard let downstream else { return .none }
    ledger.spendOrTrap()
    let more = downstream.receive(input)
    if more != .none { ledger.request(more) }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if case .failure = completion, let base = state.withLock({ $0.retry() }) {
      ledger.disconnect()
      return subscribe(to: base)
    }
    let last = release()
    _ = ledger.close()
    last?.receive(completion: completion)
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    ledger.request(demand)
  }

  @inlinable
  func cancel() {
    _ = release()
    ledger.close().subscription?.cancel()
  }

  @inlinable var downstream: Downstream? { state.withLock { $0.live?.downstream } }

  @inlinable
  func release() -> Downstream? {
    let last = state.withLock { state in
      let last = state.live
      state.live = nil
      return last
    }
    return last?.downstream
  }

  /// Subscribes until it does not fail at once, in a loop rather than ever deeper.
  @inlinable
  func subscribe(to base: Base) {
    let isNested = state.withLock { state in
      state.isAgain = true
      defer { state.isSubscribing = true }
      return state.isSubscribing
    }
    if isNested { return }
    while state.withLock({ $0.takeTurn() }) { base.subscribe(self) }
  }
}
