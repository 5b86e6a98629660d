import System

/// The subscribers of a subject or a future, and what they are sent.
///
/// Values are put into every subscriber's outbox with the lock held, so that all of them see the
/// same order, and are delivered without it.
final class Broadcast<Output: Sendable, Failure: Error>: Sendable {
  private typealias Conduit = Outbox<AnySubscriber<Output, Failure>, ConduitState>

  private struct State: Sendable {
    private(set) var only: Conduit?
    var conduits: [Conduit] = [] { didSet { only = conduits.count == 1 ? conduits[0] : nil } }

    /// The subscriptions that feed a subject, with unlimited demand once a subscriber wants values.
    var upstreams: [any Subscription] = []
    var isStarted: Bool
    var onAbandon: (@Sendable () -> Void)?
    var ending: Subscribers.Completion<Failure>?
    var value: Output?
  }

  private let name: String
  private let backpressure: BackpressureStrategy
  private let state: Guarded<State>

  init(_ name: String, _ backpressure: BackpressureStrategy, value: Output? = nil) {
    (self.name, self.backpressure) = (name, backpressure)
    state = Guarded(State(isStarted: backpressure == .latest, value: value))
  }

  deinit { for upstream in state.withLock({ $0.upstreams }) { upstream.cancel() } }

  var value: Output? { state.withLock { $0.value } }

  /// Sends a value; after the end it can only become the current one.
  func send(_ value: Output, evenWhenEnded: Bool = false) {
    if backpressure == .drop, let only = claimOnly() {
      only.deliver(value)
    } else {
      sendToAll { state in
        guard state.ending == nil || evenWhenEnded else { return nil }
        return (state.conduits, backpressure == .drop ? nil : exchange(&state.value, with: value))
      } _: { out in
        out.send(value)
      }
    }
  }

  /// The only subscriber, if it can take a value at once.
  private func claimOnly() -> Conduit? {
    var only: Conduit?
    let isClaimed = state.withLock { state in
      only = state.only
      return only?.claim() == true
    }
    return isClaimed ? only : nil
  }

  /// Ends the stream, after the result of a future.
  func send(_ result: Output? = nil, completion: Subscribers.Completion<Failure>) {
    sendToAll { state in
      guard state.ending == nil else { return nil }
      state.ending = completion
      if let result { state.value = result }
      return (exchange(&state.conduits, with: []), state.onAbandon.take())
    } _: { out in
      if let result { out.send(result) }
      out.send(completion: completion)
    }
  }

  /// Puts the same into the outboxes of all, with the lock held, and delivers it without.
  private func sendToAll(
    _ change: (inout State) -> (to: [Conduit], released: (any Sendable)?)?,
    _ send: (inout Conduit.Out) -> Void
  ) {
    let change = state.withLock { state in
      let change = change(&state)
      for conduit in change?.to ?? [] { conduit.prepare(send) }
      return change
    }
    for conduit in change?.to ?? [] { conduit.change { _, _ in } }
  }

  func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    let out = Conduit.Out(backpressure: backpressure)
    let conduit = Conduit(name, AnySubscriber(subscriber), ConduitState(), out: out)
    conduit.change { [self] state, _ in
      state.source = ConduitSource(combineIdentifier: conduit.combineIdentifier, broadcast: self)
    }
    self.state.withLock { state in
      if let value = state.value, state.ending == nil || backpressure == .buffer {
        conduit.prepare { $0.send(value) }
      }
      if let ending = state.ending { return conduit.prepare { $0.send(completion: ending) } }
      state.conduits.append(conduit)
    }
    conduit.begin()
  }

  /// Sends the result of a future, once.
  func fulfill(_ result: Result<Output, Failure>) {
    switch result {
    case .success(let value): send(value, completion: .finished)
    case .failure(let error): send(completion: .failure(error))
    }
  }

  /// Lets a subscriber go; the last one abandons the result.
  fileprivate func remove(_ source: CombineIdentifier) {
    // Released outside the lock.
    let (_, abandon) = state.withLock { state in
      let index = state.conduits.firstIndex { $0.combineIdentifier == source }
      let last = index.map { state.conduits.remove(at: $0) }
      return (last, last != nil && state.conduits.isEmpty ? state.onAbandon : nil)
    }
    abandon?()
  }

  /// Calls a closure when the last subscriber leaves before there is a result.
  func onAbandon(_ action: @escaping @Sendable () -> Void) {
    state.withLock { if $0.ending == nil { $0.onAbandon = action } }
  }

  func addUpstream(_ subscription: any Subscription) {
    let isStarted = state.withLock { state in
      state.upstreams.append(subscription)
      return state.isStarted
    }
    if isStarted { subscription.request(.unlimited) }
  }

  /// Releases a subscription that has ended or was canceled, outside the lock.
  fileprivate func removeUpstream(_ identifier: CombineIdentifier) {
    _ = state.withLock { state in
      state.upstreams.firstIndex { $0.combineIdentifier == identifier }
        .map { state.upstreams.remove(at: $0) }
    }
  }

  fileprivate func start() {
    let upstreams = state.withLock { exchange(&$0.isStarted, with: true) ? [] : $0.upstreams }
    for upstream in upstreams { upstream.request(.unlimited) }
  }
}

/// The state of a subscriber's outbox: whether it has asked for anything yet, and of whom.
private struct ConduitState: OutboxState {
  var source: (any Subscription)?
  var hasAsked = false

  var activities: [(any Cancellable)?] { [source] }

  mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow) {
    demand.assertNonZero()
    flow.demand += demand
    if !exchange(&hasAsked, with: true) { flow.request(source, demand) }
  }
}

/// The subject as one subscriber sees it: the first request starts what the subject is subscribed to.
private struct ConduitSource<Output: Sendable, Failure: Error>: Subscription {
  let combineIdentifier: CombineIdentifier
  let broadcast: Broadcast<Output, Failure>

  func request(_ demand: Subscribers.Demand) { broadcast.start() }
  func cancel() { broadcast.remove(combineIdentifier) }
}

/// A subject whose subscribers are those of a broadcast.
protocol BroadcastingSubject<Output, Failure>: Subject {
  var broadcast: Broadcast<Output, Failure> { get }
}

/// Sends everything on to a subject, without owning it.
final class SubjectSubscriber<Downstream: Subject>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
{
  // @unchecked Sendable because the weak reference is never written; the subject takes calls from
  // any thread.
  private let upstream = Guarded(SubscriptionStatus.awaited)
  private weak var subject: Downstream?

  init(_ subject: Downstream) { self.subject = subject }

  var description: String { "Subject" }

  func receive(subscription: any Subscription) {
    guard upstream.open(subscription) else { return }
    guard let subject else { return cancel() }
    subject.send(subscription: self)
    // Canceled or ended before the subject had it.
    if !upstream.isOpen { leaveSubject() }
  }

  func receive(_ input: Downstream.Output) -> Subscribers.Demand {
    if upstream.isOpen { subject?.send(input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard upstream.close() != nil else { return }
    subject?.send(completion: completion)
    leaveSubject()
  }

  func request(_ demand: Subscribers.Demand) { upstream.subscription?.request(demand) }

  func cancel() {
    guard let last = upstream.close() else { return }
    leaveSubject()
    last.cancel()
  }

  private func leaveSubject() {
    typealias Fed = any BroadcastingSubject<Downstream.Output, Downstream.Failure>
    (subject as? Fed)?.broadcast.removeUpstream(combineIdentifier)
  }
}
