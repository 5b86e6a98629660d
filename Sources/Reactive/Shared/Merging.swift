/// The state of an operator with several concurrent upstreams.
///
/// Requests one value at a time from each, or everything if the subscriber did; after a delivered
/// value, requests another from its publisher. Number 0 is the publisher that adds others, and
/// finishes like them.
struct Merging: OutboxState {
  fileprivate let maxPublishers: Subscribers.Demand
  fileprivate var upstreams: [Int: SubscriptionStatus] = [0: .awaited]
  fileprivate var count = 0

  init(maxPublishers: Subscribers.Demand) { self.maxPublishers = maxPublishers }

  var activities: [(any Cancellable)?] { upstreams.values.map { $0.subscription } }

  func hasUpstream(_ number: Int) -> Bool { upstreams[number]?.isOpen == true }

  mutating func requested(_ demand: Subscribers.Demand, _ ledger: inout Ledger) {
    demand.assertNonZero()
    delivered(demand, from: nil, &ledger)
  }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?, _ ledger: inout Ledger) {
    let wasUnlimited = ledger.demand == .unlimited
    ledger.demand += answer
    if ledger.demand != .unlimited {
      guard let source else { return }
      ledger.request(upstreams[source]?.subscription, .max(1), from: source)
    } else if !wasUnlimited {
      for (number, upstream) in upstreams where number != 0 {
        ledger.request(upstream.subscription, .unlimited, from: number)
      }
    }
  }

  /// Releases a publisher that has ended; if it has finished, requests from another.
  mutating func end<Value, Failure>(
    _ completion: Subscribers.Completion<Failure>,
    _ number: Int,
    _ out: inout OutgoingQueue<Value, Failure>
  ) {
    guard hasUpstream(number) else { return }
    out.ledger.release(upstreams.removeValue(forKey: number))
    if completion.isFailure || upstreams.isEmpty { out.enqueue(completion: completion) }
    if maxPublishers != .unlimited, !completion.isFailure {
      out.ledger.request(upstreams[0]?.subscription, .max(1))
    }
  }
}

extension Outbox where State == Merging {
  /// Subscribes to another publisher, unless the stream has ended.
  func add<P: Publisher<Downstream.Input, Downstream.Failure>>(_ publisher: P) {
    let next = withState { state, _ in
      state.count += 1
      state.upstreams[state.count] = .awaited
      return state.count
    }
    guard let number = next else { return }
    publisher.subscribe(
      AnySubscriber(
        receiveSubscription: { [self] in connect($0, number) },
        receiveValue: { [self] value in
          send(value, from: number) { state, _ in state.hasUpstream(number) }
        },
        receiveCompletion: { [self] completion in update { $0.end(completion, number, &$1) } }
      )
    )
  }

  /// Stores a publisher's first subscription and requests values; cancels any other.
  func connect(_ subscription: any Subscription, _ number: Int) {
    let isFirst = withState { state, out in
      guard state.upstreams[number]?.open(subscription) == true else { return false }
      let demand: Subscribers.Demand = out.ledger.demand == .unlimited ? .unlimited : .max(1)
      out.ledger.request(subscription, number == 0 ? state.maxPublishers : demand)
      return true
    }
    if isFirst != true { subscription.cancel() }
  }
}
