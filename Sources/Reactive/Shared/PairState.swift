/// The state of an operator that puts the values of two publishers together.
protocol PairState: OutboxState {
  associatedtype First: Sendable
  associatedtype Second: Sendable

  var both: Both { get set }

  /// Whether one of them has finished that could have gone on.
  var isExhausted: Bool { get }

  /// Asks for values once the subscriber has its subscription.
  mutating func began()

  mutating func receive(first value: First)
  mutating func receive(second value: Second)
}

extension PairState {
  mutating func began() {}

  var activities: [any Cancellable] { both.upstreams.compactMap(\.self) }

  mutating func request(_ demand: Subscribers.Demand) {
    for (number, upstream) in both.upstreams.enumerated() {
      mail.request(upstream, demand, from: number)
    }
  }

  /// Keeps the first subscription to one of them; nil for any other, `true` for the last.
  fileprivate mutating func connect(_ subscription: any Subscription, _ number: Int) -> Bool? {
    guard both.awaited.remove(number) != nil else { return nil }
    both.upstreams[number] = subscription
    return both.awaited.isEmpty
  }

  fileprivate mutating func receive(_ number: Int, _ store: (inout Self) -> Void) {
    guard both.upstreams[number] != nil else { return }
    store(&self)
    if isExhausted { mail.end(.finished) }
  }

  fileprivate mutating func end(_ completion: Subscribers.Completion<Failure>, _ number: Int) {
    guard let last = both.upstreams[number].take() else { return }
    mail.release(last)
    both.finished.insert(number)
    if completion.isFailure || isExhausted { mail.end(completion) }
  }
}

/// Two upstreams, 0 and 1.
struct Both: Sendable {
  fileprivate(set) var upstreams: [(any Subscription)?] = [nil, nil]
  fileprivate(set) var finished: Set<Int> = []
  fileprivate var awaited: Set<Int> = [0, 1]
}

extension Outbox where State: PairState {
  func attach<A: Publisher, B: Publisher>(_ a: A, _ b: B)
  where
    A.Output == State.First, B.Output == State.Second, A.Failure == State.Failure,
    B.Failure == State.Failure
  {
    a.subscribe(Half(outbox: self, number: 0) { $0.receive(first: $1) })
    b.subscribe(Half(outbox: self, number: 1) { $0.receive(second: $1) })
  }
}

/// The subscriber of one of two publishers.
private struct Half<Input: Sendable, Downstream: Subscriber, State: PairState>: Subscriber
where State.Value == Downstream.Input, State.Failure == Downstream.Failure {
  let combineIdentifier = CombineIdentifier()
  let outbox: Outbox<Downstream, State>
  let number: Int
  let store: @Sendable (inout State, Input) -> Void

  func receive(subscription: any Subscription) {
    guard let isLast = outbox.ask({ $0.connect(subscription, number) }) else {
      return subscription.cancel()
    }
    guard isLast else { return }
    outbox.begin()
    outbox.change { $0.began() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    outbox.change(from: number) { $0.receive(number) { store(&$0, input) } }
  }

  func receive(completion: Subscribers.Completion<State.Failure>) {
    outbox.change { $0.end(completion, number) }
  }
}
