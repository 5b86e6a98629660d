import System

/// The subscribers of a subject, a future or a shared publisher, and the values sent to them.
///
/// Values enter every outbox under one lock, so that all subscribers see the same order, and are
/// delivered without it.
final class Broadcast<Output: Sendable, Failure: Error>: Sendable {
  private typealias Conduit = Outbox<AnySubscriber<Output, Failure>, ConduitState>

  private struct State: Sendable {
    private(set) var only: Conduit?
    var conduits: [Conduit] = [] { didSet { only = conduits.count == 1 ? conduits[0] : nil } }

    /// The work or connection that provides values; canceled when the last subscriber leaves.
    var source: (any Cancellable)?
    /// Whether any subscriber has requested a value.
    var isAsked = false
    var ending: Subscribers.Completion<Failure>?
    var value: Output?
  }

  private let backpressure: BackpressureStrategy
  private let state: Guarded<State>

  init(_ backpressure: BackpressureStrategy, value: Output? = nil) {
    self.backpressure = backpressure
    state = Guarded(State(value: value))
  }

  var value: Output? { state.withLock { $0.value } }
  var isAsked: Bool { state.withLock { $0.isAsked } }

  // MARK: Sending

  /// Sends a value; after the end, it only updates the current value.
  func send(_ value: Output, evenWhenEnded: Bool = false) {
    if backpressure == .drop, let (only, subscriber) = beginOnlyDelivery() {
      only.deliver(value, to: subscriber)
    } else {
      sendToAll { state in
        guard state.ending == nil || evenWhenEnded else { return nil }
        return (state.conduits, backpressure == .drop ? nil : exchange(&state.value, with: value))
      } _: { out in
        out.enqueue(value)
      }
    }
  }

  /// The only subscriber, if it can receive a value immediately.
  private func beginOnlyDelivery() -> (Conduit, AnySubscriber<Output, Failure>)? {
    state.withLock { state in
      guard let only = state.only, let subscriber = only.beginDelivery() else { return nil }
      return (only, subscriber)
    }
  }

  /// Ends the stream, after a future's result.
  func send(_ result: Output? = nil, completion: Subscribers.Completion<Failure>) {
    sendToAll { state in
      guard state.ending == nil else { return nil }
      state.ending = completion
      if let result { state.value = result }
      return (exchange(&state.conduits, with: []), state.source.take())
    } _: { out in
      if let result { out.enqueue(result) }
      out.enqueue(completion: completion)
    }
  }

  /// Sends a future's result once.
  func fulfill(_ result: Result<Output, Failure>) {
    switch result {
    case .success(let value): send(value, completion: .finished)
    case .failure(let error): send(completion: .failure(error))
    }
  }

  /// Adds the same event to all outboxes under the lock, and delivers it without.
  private func sendToAll(
    _ update: (inout State) -> (to: [Conduit], released: (any Sendable)?)?,
    _ send: (inout Conduit.Out) -> Void
  ) {
    let update = state.withLock { state in
      let update = update(&state)
      for conduit in update?.to ?? [] { conduit.enqueue(send) }
      return update
    }
    for conduit in update?.to ?? [] { conduit.update { _, _ in } }
  }

  // MARK: Subscribers

  /// Adds a subscriber, which retains the publisher it subscribed to.
  func receive<S: Subscriber<Output, Failure>>(subscriber: S, of publisher: any Sendable) {
    let out = Conduit.Out(backpressure: backpressure)
    let conduit = Conduit(AnySubscriber(subscriber), ConduitState(), out: out)
    conduit.update { [self] state, _ in
      state.source = ConduitSource(
        combineIdentifier: conduit.combineIdentifier,
        broadcast: self,
        publisher: publisher
      )
    }
    state.withLock { state in
      if let value = state.value, state.ending == nil || backpressure == .buffer {
        conduit.enqueue { $0.enqueue(value) }
      }
      if let ending = state.ending { return conduit.enqueue { $0.enqueue(completion: ending) } }
      state.conduits.append(conduit)
    }
    conduit.begin()
  }

  /// Removes a subscriber; the last one cancels the source.
  fileprivate func remove(_ conduit: CombineIdentifier) {
    // Released outside the lock.
    let (_, source) = state.withLock { state in
      let index = state.conduits.firstIndex { $0.combineIdentifier == conduit }
      let last = index.map { state.conduits.remove(at: $0) }
      return (last, last != nil && state.conduits.isEmpty ? state.source.take() : nil)
    }
    source?.cancel()
  }

  // MARK: The source

  /// Stores the work that produces the result, unless there is one.
  func start(_ work: any Cancellable) {
    state.withLock { if $0.ending == nil { $0.source = work } }
  }

  /// Stores a connection; returns `false` if there already is one, or no subscriber.
  func connect(_ connection: any Subscription) -> Bool {
    state.withLock { state in
      guard state.source == nil, !state.conduits.isEmpty else { return false }
      state.source = connection
      return true
    }
  }

  fileprivate func ask() {
    let source = state.withLock { exchange(&$0.isAsked, with: true) ? nil : $0.source }
    (source as? any Subscription)?.request(.unlimited)
  }
}

/// The state of a subscriber's outbox.
private struct ConduitState: OutboxState {
  var source: (any Subscription)?

  var activities: [(any Cancellable)?] { [source] }

  mutating func requested(_ demand: Subscribers.Demand, _ ledger: inout Ledger) {
    demand.assertNonZero()
    ledger.demand += demand
    ledger.request(source, demand)
  }
}

/// A publisher's subscription for one subscriber, which retains the publisher.
private struct ConduitSource<Output: Sendable, Failure: Error>: Subscription {
  let combineIdentifier: CombineIdentifier
  let broadcast: Broadcast<Output, Failure>
  let publisher: any Sendable

  func request(_ demand: Subscribers.Demand) { broadcast.ask() }
  func cancel() { broadcast.remove(combineIdentifier) }
}
