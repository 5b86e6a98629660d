public import Synchronization

/// What a subject repeats, and to whom: the engine of every subject.
///
/// ```
/// subject ──▶ SubjectCore ══▶ SubjectSubscription ──▶ Target ──▶ subscriber
///              ▲         │ (the subscription)    │
///              └─────────┴◀──────────────────────┘
/// ```
///
/// A subscription holds the core until it is canceled or finished, the core holds its subscriptions until
/// then; after that nothing here holds anything. Everything marked "owned" belongs to the owner of
/// the serializer.
@usableFromInline final class SubjectCore<Output, Failure: Error>: @unchecked Sendable {
  // @unchecked Sendable because owned state is reached only through the serializer, and the rest only
  // with the serializer's mail locked.

  /// When a subject's value changes, as its readers see it.
  @usableFromInline enum Keeping: Sendable {
    case nothing
    case beforeSending
    case afterSending
  }

  @usableFromInline enum Event {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
    case add(SubjectSubscription<Output, Failure>)
    case remove(SubjectSubscription<Output, Failure>)
    case replay(SubjectSubscription<Output, Failure>)
  }

  @usableFromInline let keeping: Keeping
  @usableFromInline let serializer = Serializer<Event>()
  @usableFromInline let feeds: SubjectUpstreams

  // Owned by the serializer's owner.
  @exclusivity(unchecked) @usableFromInline var subscriptions:
    ContiguousArray<SubjectSubscription<Output, Failure>>
  @exclusivity(unchecked) @usableFromInline var shown: Output?
  @exclusivity(unchecked) @usableFromInline var shownVersion: UInt64 = 1
  @exclusivity(unchecked) @usableFromInline var isEnded = false

  // Guarded by the lock on the serializer's mail, so that values are kept in the order they are sent.
  @exclusivity(unchecked) @usableFromInline var latest: Output?
  @exclusivity(unchecked) @usableFromInline var latestVersion: UInt64 = 1

  /// The version of the last value sent, which `latest` may not be yet.
  @exclusivity(unchecked) @usableFromInline var lastVersion: UInt64 = 1
  @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Failure>?

  @usableFromInline init(keeping: Keeping, value: Output?) {
    self.keeping = keeping
    subscriptions = []
    shown = value
    latest = value
    feeds = SubjectUpstreams(isDemanded: keeping != .nothing)
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

  /// Sends a value that readers see from now on, or once it has been delivered.
  ///
  /// The sender sees it at once when it has to wait for another delivery: a value that was set
  /// is never read back as the one before it.
  @inlinable func sendKeeping(_ value: Output, evenWhenEnded: Bool) {
    // The old value is released outside the lock: its `deinit` may run any code.
    let (old, entered): (Output?, Bool?) = serializer.mail.withLock { mail in
      guard ending == nil || evenWhenEnded else { return (nil, nil) }
      lastVersion += 1
      let isFree = serializer.tryEnter()
      if isFree, keeping == .afterSending { return (nil, true) }
      latestVersion = lastVersion
      let old = exchange(&latest, with: value)
      if isFree { return (old, true) }
      mail.append(.value(value))
      return (old, serializer.flag() ? false : nil)
    }
    _ = old
    guard let entered else { return }
    if entered { broadcast(value) }
    drain()
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

// MARK: - Owned by the serializer's owner

extension SubjectCore {
  @inlinable func broadcast(_ value: Output) {
    guard !isEnded else { return }
    if keeping == .beforeSending { show(value) }
    // Only the serializer's owner changes the list, so what is in it outlives the call unretained.
    for index in 0..<subscriptions.count {
      Unmanaged.passUnretained(subscriptions[index])._withUnsafeGuaranteedRef { $0.offer(value) }
    }
    if keeping == .afterSending { keep(value) }
  }

  /// Makes a value the one that is replayed.
  @inlinable func show(_ value: Output) {
    shown = value
    shownVersion += 1
  }

  /// Makes a value the one that readers see, unless a newer one waits to be delivered.
  @usableFromInline func keep(_ value: Output) {
    show(value)
    let old = serializer.mail.withLock { _ -> Output? in
      guard latestVersion < shownVersion else { return nil }
      latestVersion = shownVersion
      return exchange(&latest, with: value)
    }
    _ = old
  }

  @usableFromInline func end(_ completion: Subscribers.Completion<Failure>) {
    isEnded = true
    for subscription in exchange(&subscriptions, with: []) { subscription.finish(completion) }
  }

  @inlinable func add(_ subscription: SubjectSubscription<Output, Failure>) {
    if isEnded, let ending = serializer.mail.withLock({ _ in ending }) {
      subscription.finish(ending)
    } else if subscription.demand.isClosed {
      subscription.release()
    } else {
      subscriptions.append(subscription)
      subscription.isAdmitted = true
      guard let shown else { return }
      // It may have been shown a value that changed before it got in, or have asked for one from
      // another thread.
      subscription.catchUp(to: shown, version: shownVersion)
      subscription.offerCurrent(shown, version: shownVersion)
    }
  }

  @inlinable func remove(_ subscription: SubjectSubscription<Output, Failure>) {
    guard subscription.isAdmitted else { return }
    for index in 0..<subscriptions.count where subscriptions[index] === subscription {
      subscriptions.remove(at: index)
      break
    }
    subscription.release()
  }

  @inlinable func replay(to subscription: SubjectSubscription<Output, Failure>) {
    guard !isEnded, subscription.isAdmitted, let shown else { return }
    subscription.offerCurrent(shown, version: shownVersion)
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
        subscription.isAdmitted = true
        subscription.admit { subscriber.receive(subscription: subscription) }
      }
      drain()
    } else if serializer.mail.withLock({ _ in ending != nil }) {
      refuse(subscriber)
    } else {
      subscription.admit { subscriber.receive(subscription: subscription) }
      submit(.add(subscription))
    }
  }

  @usableFromInline
  func refuse<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    guard let ending = serializer.mail.withLock({ _ in ending }) else { return }
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: ending)
  }

  /// Takes a request or the cancellation of a subscriber.
  @inlinable func control(
    _ subscription: SubjectSubscription<Output, Failure>,
    _ event: SubjectSignal
  ) {
    switch event {
    case .demanded: demanded(by: subscription)
    case .cancelled:
      guard serializer.tryEnter() else { return submit(.remove(subscription)) }
      remove(subscription)
      drain()
    }
  }

  @inlinable func demanded(by subscription: SubjectSubscription<Output, Failure>) {
    if keeping == .nothing { return feeds.start() }
    guard !subscription.hasCurrent else { return }
    guard subscription.isAdmittedByThisThread else { return submit(.replay(subscription)) }
    // The serializer is held for this very subscriber.
    if subscription.isAdmitted { return replay(to: subscription) }
    // Not among the subscriptions yet, so nothing else delivers to it.
    let (latest, version) = serializer.mail.withLock { _ -> (Output?, UInt64) in
      (self.latest, self.latestVersion)
    }
    if let latest { subscription.offerCurrent(latest, version: version) }
  }
}

/// The subscriptions that feed a subject, canceled when it goes away.
///
/// That of a publisher which the subject was attached to leaves when it ends or is canceled. One that was
/// handed over stays: nothing says when it has ended.
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

  /// Releases a subscription that has ended or was canceled, outside the lock.
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
  // @unchecked Sendable because `target` and `isAdmitted` are owned by the core's serializer, or by the
  // admitting thread until the core has the subscription; the rest that can change is atomic or locked.

  /// The way to the subscriber.
  ///
  /// An object of its own, so that a value is delivered without copying
  /// closures.
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
  @usableFromInline let tracksCurrent: Bool
  @usableFromInline let seen = Atomic<Bool>(false)

  /// Which version of the value was replayed last; zero for none.
  @usableFromInline let replayed = Atomic<UInt64>(0)

  /// The thread that is handing the subscriber its subscription; zero for none.
  @usableFromInline let admittingThread = Atomic<UInt>(0)

  /// Whether the core delivers to it.
  @exclusivity(unchecked) @usableFromInline var isAdmitted = false
  @exclusivity(unchecked) @usableFromInline var target: Target?

  @inlinable init<S: Subscriber>(
    core: SubjectCore<Output, Failure>,
    downstream: S,
    name: StaticString
  )
  where S.Input == Output, S.Failure == Failure {
    // Typed without the stream's types, which would be looked up at every use: with a reference to
    // the core in its place, subscribing and canceling takes 2.5 times as long (decision 0103).
    control = Locked { core.control(unsafeDowncast($0, to: SubjectSubscription.self), $1) }
    self.name = name
    tracksCurrent = core.keeping != .nothing
    target = Target(
      value: { downstream.receive($0) },
      completion: { downstream.receive(completion: $0) }
    )
  }

  @usableFromInline var description: String { "\(name)" }

  /// Whether the current value has been delivered since it changed.
  @inlinable var hasCurrent: Bool { seen.load(ordering: .sequentiallyConsistent) }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    guard self.demand.add(demand) != nil else { return }
    control.withLock { $0 }?(self, .demanded)
  }

  @usableFromInline func cancel() {
    guard demand.close() != nil else { return }
    control.take()?(self, .cancelled)
  }

  /// Hands out the subscription.
  ///
  /// A request from inside gets the current value at once; one from another thread waits until the
  /// subscriber has been admitted, so that no two calls to it overlap.
  @inlinable func admit(_ body: () -> Void) {
    guard tracksCurrent else { return body() }
    admittingThread.store(Platform.currentThread, ordering: .relaxed)
    body()
    admittingThread.store(0, ordering: .relaxed)
  }

  @inlinable var isAdmittedByThisThread: Bool {
    let thread = admittingThread.load(ordering: .relaxed)
    return thread != 0 && thread == Platform.currentThread
  }
}

// MARK: - For the serializer's owner

extension SubjectSubscription {
  /// Delivers a value if it was asked for.
  @inlinable func offer(_ value: Output) {
    guard spend(), let target else { return }
    // The serializer's owner alone releases the target, so it outlives the call unretained.
    let more = Unmanaged.passUnretained(target)._withUnsafeGuaranteedRef { $0.value(value) }
    if more != .none { demand.add(more) }
  }

  /// Delivers the current value if it was asked for and has not been seen.
  @inlinable func offerCurrent(_ value: Output, version: UInt64) {
    if hasCurrent { return }
    replayed.store(version, ordering: .relaxed)
    offer(value)
  }

  /// Delivers the current value if what was replayed before is an older one.
  @inlinable func catchUp(to value: Output, version: UInt64) {
    let seen = replayed.load(ordering: .relaxed)
    if seen != 0, seen != version { offer(value) }
  }

  @usableFromInline func finish(_ completion: Subscribers.Completion<Failure>) {
    guard demand.close() != nil else { return }
    let last = target.take()
    _ = control.take()
    last?.completion(completion)
  }

  @usableFromInline func release() {
    target = nil
  }

  /// Takes one from the demand, and remembers whether the value of the moment gets through.
  @inlinable func spend() -> Bool {
    guard tracksCurrent else { return demand.spend() }
    if demand.spend() {
      if !seen.load(ordering: .relaxed) { seen.store(true, ordering: .sequentiallyConsistent) }
      return true
    }
    seen.store(false, ordering: .sequentiallyConsistent)
    // A request may have slipped in just before the store and seen no need for a replay.
    guard demand.spend() else { return false }
    seen.store(true, ordering: .sequentiallyConsistent)
    return true
  }
}
