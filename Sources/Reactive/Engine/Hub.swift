public import Synchronization

/// What a subject repeats, and to whom: the engine of every subject.
///
/// ```
/// subject ──▶ Hub ══▶ Conduit ──▶ Target ──▶ subscriber
///              ▲         │ (the subscription)    │
///              └─────────┴◀──────────────────────┘
/// ```
///
/// A conduit holds the hub until it is cancelled or finished, the hub holds its conduits until
/// then; after that nothing here holds anything. Everything marked "owned" belongs to whoever owns
/// the gate.
@usableFromInline
final class Hub<Output, Failure: Error>: @unchecked Sendable {
  // @unchecked Sendable because owned state is reached only through the gate, and the rest only
  // with the gate's mail locked.

  /// When a subject's value changes, as its readers see it.
  @usableFromInline
  enum Keeping: Sendable {
    case nothing
    case beforeSending
    case afterSending
  }

  @usableFromInline
  enum Event {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
    case add(Conduit<Output, Failure>)
    case remove(Conduit<Output, Failure>)
    case replay(Conduit<Output, Failure>)
  }

  @usableFromInline let keeping: Keeping
  @usableFromInline let gate = Gate<Event>()
  @usableFromInline let feeds: Feeds

  // Owned by the gate's owner.
  @exclusivity(unchecked) @usableFromInline var conduits: ContiguousArray<Conduit<Output, Failure>>
  @exclusivity(unchecked) @usableFromInline var shown: Output?
  @exclusivity(unchecked) @usableFromInline var shownVersion: UInt64 = 1
  @exclusivity(unchecked) @usableFromInline var isEnded = false

  // Guarded by the lock on the gate's mail, so that values are kept in the order they are sent.
  @exclusivity(unchecked) @usableFromInline var latest: Output?
  @exclusivity(unchecked) @usableFromInline var latestVersion: UInt64 = 1
  @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Failure>?

  @usableFromInline
  init(keeping: Keeping, value: Output?) {
    self.keeping = keeping
    conduits = []
    shown = value
    latest = value
    feeds = Feeds(isDemanded: keeping != .nothing)
  }
}

// MARK: - Sending

extension Hub {
  @inlinable
  func send(_ value: Output) {
    if gate.tryEnter() {
      broadcast(value)
      drain()
    } else {
      submit(.value(value))
    }
  }

  /// Sends a value that readers see from now on, in the same order as subscribers do.
  @inlinable
  func sendKeeping(_ value: Output, evenWhenEnded: Bool) {
    // The old value is let go outside the lock: its `deinit` is a stranger's code.
    let (old, entered): (Output?, Bool?) = gate.mail.withLock { mail in
      guard ending == nil || evenWhenEnded else { return (nil, nil) }
      let old = latest
      latest = value
      latestVersion += 1
      if gate.tryEnter() { return (old, true) }
      mail.append(.value(value))
      return (old, gate.flag() ? false : nil)
    }
    _ = old
    guard let entered else { return }
    if entered { broadcast(value) }
    drain()
  }

  @inlinable
  func submit(_ event: Event) {
    if gate.post(event) { drain() }
  }

  @usableFromInline
  func send(completion: Subscribers.Completion<Failure>) {
    let isFirst = gate.mail.withLock { _ in
      guard ending == nil else { return false }
      ending = completion
      return true
    }
    if isFirst { submit(.completion(completion)) }
  }

  @inlinable
  func drain() {
    while let events = gate.leave() { handle(events) }
  }

  @usableFromInline
  func handle(_ events: [Event]) {
    for event in events {
      switch event {
      case .value(let value): broadcast(value)
      case .completion(let completion): end(completion)
      case .add(let conduit): add(conduit)
      case .remove(let conduit): remove(conduit)
      case .replay(let conduit): replay(to: conduit)
      }
    }
  }
}

// MARK: - Owned by the gate's owner

extension Hub {
  @inlinable
  func broadcast(_ value: Output) {
    guard !isEnded else { return }
    if keeping == .beforeSending { show(value) }
    // Only the gate's owner changes the list, so what is in it outlives the call unretained.
    for index in 0..<conduits.count {
      Unmanaged.passUnretained(conduits[index])._withUnsafeGuaranteedRef { $0.offer(value) }
    }
    if keeping == .afterSending { keep(value) }
  }

  /// Makes a value the one that is replayed.
  @inlinable
  func show(_ value: Output) {
    shown = value
    shownVersion += 1
  }

  @usableFromInline
  func keep(_ value: Output) {
    show(value)
    let old = gate.mail.withLock { _ in
      let old = latest
      latest = value
      latestVersion += 1
      return old
    }
    _ = old
  }

  @usableFromInline
  func end(_ completion: Subscribers.Completion<Failure>) {
    isEnded = true
    let last = conduits
    conduits = []
    for conduit in last { conduit.finish(completion) }
  }

  @inlinable
  func add(_ conduit: Conduit<Output, Failure>) {
    if isEnded, let ending = gate.mail.withLock({ _ in ending }) {
      conduit.finish(ending)
    } else if conduit.demand.isClosed {
      conduit.release()
    } else {
      conduits.append(conduit)
      // It may have been shown a value that changed before it got in.
      if let shown { conduit.catchUp(to: shown, version: shownVersion) }
    }
  }

  @inlinable
  func remove(_ conduit: Conduit<Output, Failure>) {
    for index in 0..<conduits.count where conduits[index] === conduit {
      conduits.remove(at: index)
      break
    }
    conduit.release()
  }

  @inlinable
  func replay(to conduit: Conduit<Output, Failure>) {
    guard !isEnded, let shown else { return }
    conduit.offerCurrent(shown, version: shownVersion)
  }
}

// MARK: - Subscribing

extension Hub {
  @inlinable
  func subscribe<S: Subscriber>(_ subscriber: S, name: StaticString)
  where S.Input == Output, S.Failure == Failure {
    let conduit = Conduit(hub: self, downstream: subscriber, name: name)
    if gate.tryEnter() {
      if isEnded {
        refuse(subscriber)
      } else {
        conduits.append(conduit)
        conduit.admit(.byOwner) { subscriber.receive(subscription: conduit) }
      }
      drain()
    } else if gate.mail.withLock({ _ in ending != nil }) {
      refuse(subscriber)
    } else {
      conduit.admit(.byOutsider) { subscriber.receive(subscription: conduit) }
      submit(.add(conduit))
    }
  }

  @usableFromInline
  func refuse<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    guard let ending = gate.mail.withLock({ _ in ending }) else { return }
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: ending)
  }

  /// Takes a request or the cancellation of a subscriber.
  @inlinable
  func control(_ conduit: Conduit<Output, Failure>, _ event: ConduitEvent) {
    switch event {
    case .demanded: demanded(by: conduit)
    case .cancelled:
      guard gate.tryEnter() else { return submit(.remove(conduit)) }
      remove(conduit)
      drain()
    }
  }

  @inlinable
  func demanded(by conduit: Conduit<Output, Failure>) {
    if keeping == .nothing { return feeds.start() }
    guard !conduit.hasCurrent else { return }
    switch conduit.admission.load(ordering: .relaxed) {
    case Conduit<Output, Failure>.Admission.byOwner.rawValue:
      // The gate is held for this very subscriber.
      replay(to: conduit)
    case Conduit<Output, Failure>.Admission.byOutsider.rawValue:
      // Not among the conduits yet, so nobody else delivers to it.
      let (latest, version) = gate.mail.withLock { _ -> (Output?, UInt64) in
        (self.latest, self.latestVersion)
      }
      if let latest { conduit.offerCurrent(latest, version: version) }
    default:
      submit(.replay(conduit))
    }
  }
}
