/// The state of an operator that puts the values of two publishers together.
protocol PairState: OutboxState {
  associatedtype First: Sendable
  associatedtype Second: Sendable

  /// The first and the second.
  var upstreams: [SubscriptionStatus] { get set }

  /// Whether one of them has finished that could have gone on.
  var isExhausted: Bool { get }

  /// Asks for values once the subscriber has its subscription.
  mutating func began(_ flow: inout Flow)

  mutating func receive<Failure>(first: First, _ out: inout Outgoing<(First, Second), Failure>)
  mutating func receive<Failure>(second: Second, _ out: inout Outgoing<(First, Second), Failure>)
}

extension PairState {
  mutating func began(_ flow: inout Flow) {}

  var activities: [any Cancellable] { upstreams.compactMap(\.subscription) }

  mutating func request(_ demand: Subscribers.Demand, _ flow: inout Flow) {
    for (number, upstream) in upstreams.enumerated() {
      flow.request(upstream.subscription, demand, from: number)
    }
  }

  /// Keeps the first subscription to one of them; nil for any other, `true` for the last.
  fileprivate mutating func connect(_ subscription: any Subscription, _ number: Int) -> Bool? {
    guard upstreams[number].open(subscription) else { return nil }
    return !upstreams.contains(where: \.isAwaited)
  }

  fileprivate mutating func receive<Value, Failure>(
    _ number: Int,
    _ out: inout Outgoing<Value, Failure>,
    _ store: (inout Self, inout Outgoing<Value, Failure>) -> Void
  ) {
    guard upstreams[number].isOpen else { return }
    store(&self, &out)
    if isExhausted { out.send(completion: .finished) }
  }

  fileprivate mutating func end<Value, Failure>(
    _ completion: Subscribers.Completion<Failure>,
    _ number: Int,
    _ out: inout Outgoing<Value, Failure>
  ) {
    guard upstreams[number].isOpen, let last = upstreams[number].close() else { return }
    out.flow.release(last)
    if completion.isFailure || isExhausted { out.send(completion: completion) }
  }
}

extension Outbox where State: PairState, Downstream.Input == (State.First, State.Second) {
  func attach<A: Publisher, B: Publisher>(_ a: A, _ b: B)
  where
    A.Output == State.First, B.Output == State.Second, A.Failure == Downstream.Failure,
    B.Failure == Downstream.Failure
  {
    a.subscribe(PairSubscriber(outbox: self, number: 0) { $0.receive(first: $2, &$1) })
    b.subscribe(PairSubscriber(outbox: self, number: 1) { $0.receive(second: $2, &$1) })
  }
}

/// The subscriber of one of two publishers.
private struct PairSubscriber<Input: Sendable, Downstream: Subscriber, State: PairState>: Subscriber
{
  let combineIdentifier = CombineIdentifier()
  let outbox: Outbox<Downstream, State>
  let number: Int
  let store:
    @Sendable (inout State, inout Outgoing<Downstream.Input, Downstream.Failure>, Input) -> Void

  func receive(subscription: any Subscription) {
    guard let isLast = outbox.ask({ state, _ in state.connect(subscription, number) }) else {
      return subscription.cancel()
    }
    guard isLast else { return }
    outbox.begin()
    outbox.change { $0.began(&$1.flow) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    outbox.change(from: number) { $0.receive(number, &$1) { store(&$0, &$1, input) } }
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    outbox.change { $0.end(completion, number, &$1) }
  }
}
