/// The subscribers of a subject, and what they are sent: the engine of every subject.
///
/// ```
/// subject ──▶ SubjectCore ══▶ SubjectSubscription ──▶ Target ──▶ subscriber
///              ▲         │ (the subscription)    │
///              └─────────┴◀──────────────────────┘
/// ```
///
/// A subscription holds the core until it is cancelled or finished, the core holds its
/// subscriptions until then; after that nothing here holds anything.
@usableFromInline final class SubjectCore<Output, Failure: Error>: @unchecked Sendable {
  // @unchecked Sendable because owned state is reached only through the serializer, and the rest only
  // with the serializer's mail locked.

  @usableFromInline enum Event {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
    case add(SubjectSubscription<Output, Failure>)
    case remove(SubjectSubscription<Output, Failure>)
    case replay(SubjectSubscription<Output, Failure>)
  }

  @usableFromInline let serializer = Serializer<Event>()
  @usableFromInline let feeds: SubjectUpstreams

  // Owned by the serializer's owner.
  @exclusivity(unchecked) @usableFromInline var subscriptions:
    ContiguousArray<SubjectSubscription<Output, Failure>> = []
  @exclusivity(unchecked) @usableFromInline var isEnded = false

  /// The last value delivered, which a new or slow subscriber gets; `nil` in a subject without a
  /// value.
  @exclusivity(unchecked) @usableFromInline var delivered: Output?
  @usableFromInline let keepsValue: Bool

  /// How the subject ended; guarded by the lock on the serializer's mail.
  @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Failure>?

  @usableFromInline init(value: Output? = nil) {
    delivered = value
    keepsValue = value != nil
    feeds = SubjectUpstreams(isDemanded: keepsValue)
  }
}

// MARK: - Sending

extension SubjectCore {
  @inlinable func send(_ value: Output) {
    if serializer.tryEnter() {
      broadcast(value)
      drain()
    } else {
      submit(.value(value))
    }
  }

  @inlinable func submit(_ event: Event) {
    if serializer.post(event) { drain() }
  }

  @usableFromInline func send(completion: Subscribers.Completion<Failure>) {
    let isFirst = serializer.mail.withLock { _ in
      guard ending == nil else { return false }
      ending = completion
      return true
    }
    if isFirst { submit(.completion(completion)) }
  }

  @inlinable func drain() {
    while let events = serializer.leave() { handle(events) }
  }

  @usableFromInline func handle(_ events: [Event]) {
    for event in events {
      switch event {
      case .value(let value): broadcast(value)
      case .completion(let completion): end(completion)
      case .add(let subscription): add(subscription)
      case .remove(let subscription): remove(subscription)
      case .replay(let subscription): replay(to: subscription)
      }
    }
  }
}

// MARK: - For the serializer's owner

extension SubjectCore {
  @inlinable func broadcast(_ value: Output) {
    guard !isEnded else { return }
    if keepsValue { delivered = value }
    // Only the serializer's owner changes the list, so what is in it outlives the call unretained.
    for index in 0..<subscriptions.count {
      Unmanaged.passUnretained(subscriptions[index])._withUnsafeGuaranteedRef { $0.offer(value) }
    }
  }

  private func end(_ completion: Subscribers.Completion<Failure>) {
    isEnded = true
    for subscription in exchange(&subscriptions, with: []) { subscription.finish(completion) }
  }

  private func add(_ subscription: SubjectSubscription<Output, Failure>) {
    if isEnded, let ending = serializer.mail.withLock({ _ in ending }) {
      subscription.finish(ending)
    } else if subscription.demand.isClosed {
      subscription.target = nil
    } else {
      subscriptions.append(subscription)
      subscription.isAdded = true
      replay(to: subscription)
    }
  }

  @inlinable func remove(_ subscription: SubjectSubscription<Output, Failure>) {
    guard subscription.isAdded else { return }
    for index in 0..<subscriptions.count where subscriptions[index] === subscription {
      subscriptions.remove(at: index)
      break
    }
    subscription.target = nil
  }

  /// Delivers the last value to a subscriber that has asked for one and has missed that.
  @inlinable func replay(to subscription: SubjectSubscription<Output, Failure>) {
    if subscription.isAdded, subscription.isBehind, let delivered { subscription.offer(delivered) }
  }
}

// MARK: - Subscribing

extension SubjectCore {
  @inlinable func subscribe<S: Subscriber>(_ subscriber: S, name: StaticString)
  where S.Input == Output, S.Failure == Failure {
    let subscription = SubjectSubscription(core: self, downstream: subscriber, name: name)
    if serializer.tryEnter() {
      if isEnded {
        refuse(subscriber)
      } else {
        subscriptions.append(subscription)
        subscription.isAdded = true
        subscriber.receive(subscription: subscription)
      }
      drain()
    } else if serializer.mail.withLock({ _ in ending != nil }) {
      refuse(subscriber)
    } else {
      subscriber.receive(subscription: subscription)
      submit(.add(subscription))
    }
  }

  @usableFromInline
  func refuse<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    guard let ending = serializer.mail.withLock({ _ in ending }) else { return }
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: ending)
  }

  /// Takes the first request or the cancellation of a subscriber.
  @inlinable func control(
    _ subscription: SubjectSubscription<Output, Failure>,
    _ event: SubjectSignal
  ) {
    switch event {
    case .demanded:
      if keepsValue { submit(.replay(subscription)) } else { feeds.start() }
    case .cancelled:
      guard serializer.tryEnter() else { return submit(.remove(subscription)) }
      remove(subscription)
      drain()
    }
  }
}

/// The subscriptions that feed a subject, cancelled when it goes away.
///
/// That of a publisher which the subject was attached to leaves when it ends or is cancelled. One
/// that was handed over stays: nothing says when it has ended.
@usableFromInline final class SubjectUpstreams: Sendable {
  struct State: Sendable {
    var subscriptions: [any Subscription] = []
    var isDemanded: Bool
  }

  let state: Locked<State>

  @usableFromInline init(isDemanded: Bool) {
    state = Locked(State(isDemanded: isDemanded))
  }

  deinit {
    for subscription in state.withLock({ $0.subscriptions }) { subscription.cancel() }
  }

  /// Takes a subscription, and requests from it once there is demand.
  func add(_ subscription: any Subscription) {
    let isDemanded = state.withLock { state in
      state.subscriptions.append(subscription)
      return state.isDemanded
    }
    if isDemanded { subscription.request(.unlimited) }
  }

  /// Releases a subscription that has ended or was cancelled, outside the lock.
  func remove(_ identifier: CombineIdentifier) {
    _ = state.withLock { state in
      state.subscriptions.firstIndex { $0.combineIdentifier == identifier }
        .map { state.subscriptions.remove(at: $0) }
    }
  }

  /// Requests from all subscriptions, those of now and later.
  @usableFromInline func start() {
    let waiting = state.withLock { state -> [any Subscription] in
      guard !state.isDemanded else { return [] }
      state.isDemanded = true
      return state.subscriptions
    }
    for subscription in waiting { subscription.request(.unlimited) }
  }
}

/// How a subscription tells its core of a request or of its cancellation.
@usableFromInline typealias SubjectControl = (AnyObject, SubjectSignal) -> Void

@usableFromInline enum SubjectSignal: Sendable {
  case demanded
  case cancelled
}

/// One subscriber's place at a ``SubjectCore``, and its subscription.
///
/// It reaches the subscriber through closures, not through a generic subclass: a closure made where
/// the chain is put together is compiled for that chain, while a method that is found through a
/// class's table is the general one, which looks up types for every value.
@usableFromInline
final class SubjectSubscription<Output, Failure: Error>: Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  // @unchecked Sendable because `target`, `isAdded` and `isBehind` are owned by the core's serializer,
  // or by the subscribing thread until the core has the subscription; the rest is atomic or locked.

  /// The way to the subscriber.
  ///
  /// An object of its own, so that a value is delivered without copying closures.
  @usableFromInline final class Target: Sendable {
    @usableFromInline let value: @Sendable (Output) -> Subscribers.Demand
    @usableFromInline let completion: @Sendable (Subscribers.Completion<Failure>) -> Void

    @inlinable init(
      value: @escaping @Sendable (Output) -> Subscribers.Demand,
      completion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) {
      self.value = value
      self.completion = completion
    }
  }

  @usableFromInline let demand = DemandCounter()
  @usableFromInline let control: Locked<SubjectControl?>
  @usableFromInline let name: StaticString

  /// Whether it is among the core's subscriptions.
  @exclusivity(unchecked) @usableFromInline var isAdded = false

  /// Whether it has missed the last value for want of demand.
  @exclusivity(unchecked) @usableFromInline var isBehind = true
  @exclusivity(unchecked) @usableFromInline var target: Target?

  @inlinable init<S: Subscriber>(
    core: SubjectCore<Output, Failure>,
    downstream: S,
    name: StaticString
  )
  where S.Input == Output, S.Failure == Failure {
    // Typed without the stream's types, which would be looked up at every use: with a reference to
    // the core in its place, subscribing and cancelling takes 2.5 times as long (decision 0103).
    control = Locked { core.control(unsafeDowncast($0, to: SubjectSubscription.self), $1) }
    self.name = name
    target = Target(
      value: { downstream.receive($0) },
      completion: { downstream.receive(completion: $0) }
    )
  }

  @usableFromInline var description: String { "\(name)" }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    demand.assertNonZero()
    // A subscriber with demand left gets every value, and so has missed none.
    if self.demand.add(demand) == 0 { control.withLock { $0 }?(self, .demanded) }
  }

  @usableFromInline func cancel() {
    guard demand.close() != nil else { return }
    control.take()?(self, .cancelled)
  }

  /// Delivers a value if it was asked for; called by the serializer's owner.
  @inlinable func offer(_ value: Output) {
    isBehind = !demand.spend()
    guard !isBehind, let target else { return }
    // The serializer's owner alone releases the target, so it outlives the call unretained.
    let more = Unmanaged.passUnretained(target)._withUnsafeGuaranteedRef { $0.value(value) }
    if more != .none { demand.add(more) }
  }

  /// Delivers the end; called by the serializer's owner.
  @usableFromInline func finish(_ completion: Subscribers.Completion<Failure>) {
    guard demand.close() != nil else { return }
    let last = target.take()
    _ = control.take()
    last?.completion(completion)
  }
}
