/// The state of an operator that puts the values of two publishers together.
///
/// Each pair is of the values that have waited longest, which are then used up, or of the latest two.
struct Pairing<A: Sendable, B: Sendable>: OutboxState {
  let isLatest: Bool
  private var upstreams = [SubscriptionStatus](repeating: .awaited, count: 2)
  private var first = Queue<A>()
  private var second = Queue<B>()

  init(isLatest: Bool) { self.isLatest = isLatest }

  var activities: [(any Cancellable)?] { upstreams.map(\.subscription) }

  mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow) {
    demand.assertNonZero()
    add(demand, &flow)
  }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?, _ flow: inout Flow) {
    if answer != .none { add(answer, &flow) }
  }

  /// Counts the demand for latest values, which come anyway, and passes any other on to both.
  private mutating func add(_ demand: Subscribers.Demand, _ flow: inout Flow) {
    if isLatest { flow.demand += demand } else { request(demand, &flow) }
  }

  private func request(_ demand: Subscribers.Demand, _ flow: inout Flow) {
    for (number, upstream) in upstreams.enumerated() {
      flow.request(upstream.subscription, demand, from: number)
    }
  }

  /// Keeps the first subscription to one of them; nil for any other, `true` for the last.
  mutating func connect(_ subscription: any Subscription, _ number: Int) -> Bool? {
    guard upstreams[number].open(subscription) else { return nil }
    return !upstreams.contains(where: \.isAwaited)
  }

  /// Asks for latest values once the subscriber has its subscription.
  mutating func began(_ flow: inout Flow) { if isLatest { request(.unlimited, &flow) } }

  mutating func receive<Failure>(first value: A, _ out: inout Outgoing<(A, B), Failure>) {
    guard upstreams[0].isOpen else { return }
    if isLatest { out.flow.release(first.popFirst()) }
    first.append(value)
    pair(0, &out)
  }

  mutating func receive<Failure>(second value: B, _ out: inout Outgoing<(A, B), Failure>) {
    guard upstreams[1].isOpen else { return }
    if isLatest { out.flow.release(second.popFirst()) }
    second.append(value)
    pair(1, &out)
  }

  private mutating func pair<Failure>(_ source: Int, _ out: inout Outgoing<(A, B), Failure>) {
    if let a = first.first, let b = second.first {
      out.send((a, b), from: source)
      if !isLatest { _ = (first.popFirst(), second.popFirst()) }
    }
    if isExhausted { out.send(completion: .finished) }
  }

  mutating func end<Failure>(
    _ completion: Subscribers.Completion<Failure>,
    _ number: Int,
    _ out: inout Outgoing<(A, B), Failure>
  ) {
    guard upstreams[number].isOpen, let last = upstreams[number].close() else { return }
    out.flow.release(last)
    if completion.isFailure || isExhausted { out.send(completion: completion) }
  }

  /// Whether there will be no other pair.
  private var isExhausted: Bool {
    upstreams.allSatisfy(\.isClosed) || upstreams[0].isClosed && first.isEmpty
      || upstreams[1].isClosed && second.isEmpty
  }
}

extension Publisher {
  /// Attaches a subscriber to pairs of the values of this publisher and another one.
  func pair<Other: Publisher, S: Subscriber>(
    with other: Other,
    isLatest: Bool,
    name: String,
    for subscriber: S
  ) where S.Input == (Output, Other.Output), S.Failure == Failure, Other.Failure == Failure {
    typealias State = Pairing<Output, Other.Output>
    let out =
      isLatest ? Outbox<S, State>.Out(backpressure: .latestBeyondEnd) : .init(demand: .unlimited)
    let outbox = Outbox(name, subscriber, State(isLatest: isLatest), out: out)
    outbox.attach(self, 0) { $0.receive(first: $1, &$2) }
    outbox.attach(other, 1) { $0.receive(second: $1, &$2) }
  }
}

extension Outbox {
  fileprivate func attach<P: Publisher, A, B>(
    _ publisher: P,
    _ number: Int,
    _ store: @escaping @Sendable (inout State, P.Output, inout Out) -> Void
  ) where State == Pairing<A, B>, Downstream.Input == (A, B), Downstream.Failure == P.Failure {
    publisher.subscribe(
      AnySubscriber(
        receiveSubscription: { [self] subscription in
          guard let isLast = ask({ state, _ in state.connect(subscription, number) }) else {
            return subscription.cancel()
          }
          guard isLast else { return }
          begin()
          change { $0.began(&$1.flow) }
        },
        receiveValue: { [self] value in
          change(from: number) { store(&$0, value, &$1) }
        },
        receiveCompletion: { [self] completion in
          change { $0.end(completion, number, &$1) }
        }
      )
    )
  }
}
