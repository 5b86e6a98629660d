import System

/// Delivers to one subscriber serially, in order and within its demand.
///
/// ```
///                    ┌────────────── Outbox ──────────────┐
///                    │  ┌─────────── lock ─────────────┐  │
///   values, ends     │  │ State: subscriptions, timers │  │   values, the end
/// ──── update ──────▶│  │ OutgoingQueue: what waits    │──┼────── drain ──────▶ downstream
///                    │  │ └ Ledger: demand, busy,│  │                     retains
///   requests, cancels│  │   effects for later          │  │   request, cancel   the outbox
/// ◀─── effects ──────│  └──────────────────────────────┘  │◀─────────────────── as its
///                    └────────────────────────────────────┘                     subscription
/// ```
///
/// An operator with a queue, a clock or several upstreams is an ``OutboxState`` in an outbox. Any
/// thread may call any method, and so may the subscriber. An update changes the state under the
/// lock; afterward the effects run, and the caller that finds the outbox idle delivers for all. No
/// outside code runs and nothing is released under the lock. At the end or on cancellation, the
/// outbox releases its state and downstream.
final class Outbox<Downstream: Subscriber, State: OutboxState>: Subscription {
  typealias Out = OutgoingQueue<Downstream.Input, Downstream.Failure>

  private struct Content: Sendable {
    var out = Out()
    /// Both are nil once the stream has ended or was canceled.
    var downstream: Downstream?
    var state: State?
  }

  private enum Next {
    case value(Downstream.Input, source: Int?, to: Downstream)
    case completion(Subscribers.Completion<Downstream.Failure>, last: Content)
  }

  private let content: Guarded<Content>

  init(_ downstream: Downstream, _ state: State, out: Out = Out()) {
    content = Guarded(Content(out: out, downstream: downstream, state: state))
  }

  /// Sends the subscription, then everything queued in the meantime.
  ///
  /// - Parameter scheduler: The scheduler that an operator delivers on.
  func begin(on scheduler: (any Scheduler)? = nil) {
    content.withLock { $0.downstream }?.receive(subscription: self)
    let open = { @Sendable [self] in _ = update { $1.ledger.isBusy = false } }
    guard let scheduler else { return open() }
    let isEmpty = content.withLock { content in
      if content.out.ledger.isEmpty { content.out.ledger.isBusy = false }
      return content.out.ledger.isEmpty
    }
    if !isEmpty { scheduler.schedule(open) }
  }

  // MARK: Updates

  /// Updates the state under the lock, unless the stream is over; then runs the effects and
  /// delivers.
  ///
  /// Inside an upstream's `receive`, `source` is its number, and the result is the answer to it:
  /// see ``Ledger``.
  @discardableResult
  func update(
    from source: Int? = nil,
    _ body: (inout State, inout Out) -> Void
  ) -> Subscribers.Demand {
    var effects: [Effect] = []
    let isDue = content.withLock { content in
      content.state?.apply(&content.out, body)
      effects = content.out.ledger.takeEffects()
      return content.out.ledger.isDue
    }
    for effect in effects { effect() }
    return isDue ? drain(for: source) : .none
  }

  /// Updates the state and returns a result, or nil if the stream is over.
  func withState<Result>(_ body: (inout State, inout Out) -> Result?) -> Result? {
    var result: Result?
    update { result = body(&$0, &$1) }
    return result
  }

  /// Sends a value, unless the stream is over or the state rejects it; returns like `update`.
  @discardableResult
  func send(
    _ value: Downstream.Input,
    from source: Int? = nil,
    if isAccepted: (inout State, inout Out) -> Bool = { _, _ in true }
  ) -> Subscribers.Demand {
    var effects: [Effect] = []
    var receiver: Downstream?
    let isDue = content.withLock { content in
      if content.state?.apply(&content.out, isAccepted) == true {
        receiver = Self.beginDelivery(&content, for: source)
        if receiver == nil { content.out.enqueue(value, from: source) }
      }
      effects = content.out.ledger.takeEffects()
      return content.out.ledger.isDue
    }
    for effect in effects { effect() }
    if let receiver { return deliver(value, to: receiver, from: source) }
    return isDue ? drain(for: source) : .none
  }

  /// The first half of an update, for a caller that holds another lock.
  func enqueue(_ body: (inout Out) -> Void) {
    content.withLock { if $0.state != nil { body(&$0.out) } }
  }

  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    update { $1.enqueue(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) { update { $0.requested(demand, &$1.ledger) } }

  func cancel() {
    let last = content.withLock { exchange(&$0, with: Content()) }
    for activity in last.state?.activities ?? [] { activity?.cancel() }
  }

  // MARK: Deliveries

  /// Begins delivering a value if that is possible now; the caller then calls `deliver`.
  func beginDelivery() -> Downstream? {
    content.withLock { Self.beginDelivery(&$0, for: nil) }
  }

  private static func beginDelivery(_ content: inout Content, for source: Int?) -> Downstream? {
    guard content.out.ledger.isReady else { return nil }
    content.out.ledger.beginDelivery(for: source)
    return content.downstream
  }

  /// Delivers a value after `beginDelivery`, and then everything queued in the meantime.
  @discardableResult
  func deliver(
    _ value: Downstream.Input,
    to receiver: Downstream,
    from source: Int? = nil
  ) -> Subscribers.Demand {
    let (answer, isDue) = delivered(receiver.receive(value), from: source)
    return isDue ? answer + drain() : answer
  }

  /// Delivers everything due; returns the answer to `source` if it sent the first value.
  private func drain(for source: Int? = nil) -> Subscribers.Demand {
    var (answer, source) = (Subscribers.Demand.none, source)
    while true {
      var effects: [Effect] = []
      let next = content.withLock { [source] content in
        let next = Self.next(&content, for: source)
        effects = content.out.ledger.takeEffects()
        return next
      }
      for effect in effects { effect() }
      switch next {
      case .value(let value, let origin, let receiver):
        let (more, isDue) = delivered(receiver.receive(value), from: origin)
        answer += more
        if !isDue { return answer }
        source = nil
      case .completion(let completion, let last):
        for activity in last.state?.activities ?? [] { activity?.cancel() }
        last.downstream?.receive(completion: completion)
        return answer
      case nil:
        return answer
      }
    }
  }

  /// Ends a delivery; returns the answer to the value's upstream, and whether more is due.
  private func delivered(
    _ more: Subscribers.Demand,
    from source: Int?
  ) -> (answer: Subscribers.Demand, isDue: Bool) {
    var effects: [Effect] = []
    let result = content.withLock { content in
      content.state?.delivered(more, from: source, &content.out.ledger)
      let answer = content.out.ledger.endDelivery()
      effects = content.out.ledger.takeEffects()
      return (answer, content.out.ledger.isDue)
    }
    for effect in effects { effect() }
    return result
  }

  private static func next(_ content: inout Content, for source: Int?) -> Next? {
    guard content.out.ledger.isDue, let downstream = content.downstream else { return nil }
    if let (value, source) = content.out.next(for: source) {
      return .value(value, source: source, to: downstream)
    }
    guard let completion = content.out.dueCompletion else { return nil }
    return .completion(completion, last: exchange(&content, with: Content()))
  }
}

extension Outbox where State: SingleUpstream {
  /// Stores the first upstream subscription, sends its own, and requests values; cancels any other.
  func connect(
    _ subscription: any Subscription,
    request demand: Subscribers.Demand = .none,
    on scheduler: (any Scheduler)? = nil
  ) {
    guard withState({ state, _ in state.upstream.open(subscription) }) == true else {
      return subscription.cancel()
    }
    begin(on: scheduler)
    if demand != .none { update { $1.ledger.request($0.upstream.subscription, demand) } }
  }
}

/// The state of an operator between calls, guarded by the lock of its ``Outbox``.
///
/// A state makes no calls: it adds values to the ``OutgoingQueue`` and effects to the ``Ledger``.
protocol OutboxState: Sendable {
  /// Upstreams and timers to stop when the stream ends or is canceled.
  var activities: [(any Cancellable)?] { get }

  /// Handles a request from the subscriber.
  mutating func requested(_ demand: Subscribers.Demand, _ ledger: inout Ledger)

  /// Handles the subscriber's answer to a value from an upstream.
  mutating func delivered(
    _ answer: Subscribers.Demand,
    from source: Int?,
    _ ledger: inout Ledger
  )
}

extension OutboxState {
  mutating func requested(_ demand: Subscribers.Demand, _ ledger: inout Ledger) {
    demand.assertNonZero()
    ledger.demand += demand
  }

  mutating func delivered(
    _ answer: Subscribers.Demand,
    from source: Int?,
    _ ledger: inout Ledger
  ) {
    ledger.demand += answer
  }

  fileprivate mutating func apply<Value, Failure, Result>(
    _ out: inout OutgoingQueue<Value, Failure>,
    _ body: (inout Self, inout OutgoingQueue<Value, Failure>) -> Result
  ) -> Result {
    body(&self, &out)
  }
}

/// The state of an operator with one upstream.
protocol SingleUpstream: OutboxState {
  var upstream: SubscriptionStatus { get set }
}

extension SingleUpstream {
  var activities: [(any Cancellable)?] { [upstream.subscription] }

  /// Releases an upstream that has ended; returns `false` if there is none.
  mutating func releaseUpstream(_ ledger: inout Ledger) -> Bool {
    guard upstream.isOpen, let last = upstream.close() else { return false }
    ledger.release(last)
    return true
  }
}
