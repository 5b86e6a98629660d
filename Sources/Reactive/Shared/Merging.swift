/// The state of an operator that listens to several publishers at a time.
///
/// Each of them is asked for one value at a time, or for everything if the subscriber asked for that;
/// when a value has been delivered, its publisher is asked for another. Number 0 stands for what
/// adds publishers, and finishes like one.
struct Merging: OutboxState {
  private let maxPublishers: Subscribers.Demand
  private var upstreams: [Int: SubscriptionStatus] = [0: .awaited]
  private var count = 0

  init(maxPublishers: Subscribers.Demand = .unlimited) { self.maxPublishers = maxPublishers }

  var activities: [(any Cancellable)?] { upstreams.values.map(\.subscription) }

  func hasUpstream(_ number: Int) -> Bool { upstreams[number]?.isOpen == true }

  mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow) {
    demand.assertNonZero()
    add(demand, &flow)
  }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?, _ flow: inout Flow) {
    add(answer, &flow)
    guard let source, flow.demand != .unlimited else { return }
    flow.request(upstreams[source]?.subscription, .max(1), from: source)
  }

  private mutating func add(_ demand: Subscribers.Demand, _ flow: inout Flow) {
    let wasUnlimited = flow.demand == .unlimited
    flow.demand += demand
    guard !wasUnlimited, flow.demand == .unlimited else { return }
    for (number, upstream) in upstreams where number != 0 {
      flow.request(upstream.subscription, .unlimited, from: number)
    }
  }

  /// Adds a publisher; returns its number.
  fileprivate mutating func add() -> Int {
    count += 1
    upstreams[count] = .awaited
    return count
  }

  /// Keeps the first subscription of a publisher; `false` if it is to be canceled.
  fileprivate mutating func connect(
    _ subscription: any Subscription,
    _ number: Int,
    _ flow: inout Flow
  ) -> Bool {
    guard upstreams[number]?.open(subscription) == true else { return false }
    let demand: Subscribers.Demand = flow.demand == .unlimited ? .unlimited : .max(1)
    flow.request(subscription, number == 0 ? maxPublishers : demand)
    return true
  }

  /// Releases a publisher that has ended; asks for another in its place if it has finished.
  mutating func end<Value, Failure>(
    _ completion: Subscribers.Completion<Failure>,
    _ number: Int,
    _ out: inout Outgoing<Value, Failure>
  ) {
    guard hasUpstream(number) else { return }
    remove(number, completion, &out)
    if maxPublishers != .unlimited, !completion.isFailure {
      out.flow.request(upstreams[0]?.subscription, .max(1))
    }
  }

  /// Ends the stream if something failed, or if nothing is left to wait for.
  mutating func remove<Value, Failure>(
    _ number: Int,
    _ completion: Subscribers.Completion<Failure>,
    _ out: inout Outgoing<Value, Failure>
  ) {
    out.flow.release(upstreams.removeValue(forKey: number))
    if completion.isFailure || upstreams.isEmpty { out.send(completion: completion) }
  }
}

extension Outbox where State == Merging {
  /// Subscribes to one more publisher, unless the stream has ended.
  func add<P: Publisher<Downstream.Input, Downstream.Failure>>(_ publisher: P) {
    guard let number = ask({ state, _ in state.add() }) else { return }
    publisher.subscribe(
      AnySubscriber(
        receiveSubscription: { [self] in connect($0, number) },
        receiveValue: { [self] value in
          send(value, from: number) { state, _ in state.hasUpstream(number) }
        },
        receiveCompletion: { [self] completion in change { $0.end(completion, number, &$1) } }
      )
    )
  }

  /// Keeps the first subscription of a publisher, and asks for values; cancels others.
  func connect(_ subscription: any Subscription, _ number: Int) {
    if ask({ $0.connect(subscription, number, &$1.flow) }) != true { subscription.cancel() }
  }
}
