/// The state of an operator that listens to several publishers at a time.
///
/// Each of them is asked for one value at a time, or for everything if the subscriber asked for that;
/// when a value has been delivered, its publisher is asked for another. Number 0 stands for what
/// adds publishers, and finishes like one.
struct Merging: OutboxState {
  private var upstreams: [Int: SubscriptionStatus] = [0: .awaited]
  var count = 0
  var unfinished = 1

  var activities: [any Cancellable] { upstreams.values.compactMap(\.subscription) }

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
    unfinished += 1
    upstreams[count] = .awaited
    return count
  }

  /// Keeps the first subscription of a publisher; `false` if it is to be canceled.
  fileprivate mutating func connect(
    _ subscription: any Subscription,
    _ number: Int,
    request demand: Subscribers.Demand?,
    _ flow: inout Flow
  ) -> Bool {
    guard upstreams[number]?.open(subscription) == true else { return false }
    let isUnlimited = flow.demand == .unlimited
    flow.request(subscription, demand ?? (isUnlimited ? .unlimited : .max(1)))
    return true
  }

  /// Releases a publisher that has ended, and ends the stream if it failed or was the last.
  mutating func end<Value, Failure>(
    _ completion: Subscribers.Completion<Failure>,
    _ number: Int,
    _ out: inout Outgoing<Value, Failure>
  ) {
    guard hasUpstream(number), let last = upstreams.removeValue(forKey: number) else { return }
    out.flow.release(last)
    finish(completion, &out)
  }

  /// Ends the stream if something failed, or if nothing is left to wait for.
  mutating func finish<Value, Failure>(
    _ completion: Subscribers.Completion<Failure>,
    _ out: inout Outgoing<Value, Failure>
  ) {
    unfinished -= 1
    if completion.isFailure || unfinished == 0 { out.send(completion: completion) }
  }

  /// Asks what adds publishers for another.
  mutating func requestPublisher(_ flow: inout Flow) {
    flow.request(upstreams[0]?.subscription, .max(1))
  }
}

extension Outbox where State == Merging {
  /// Listens to one more publisher, unless all is over.
  func add<P: Publisher<Downstream.Input, Downstream.Failure>>(
    _ publisher: P,
    finished: @escaping @Sendable () -> Void = {}
  ) {
    guard let number = ask({ state, _ in state.add() }) else { return }
    publisher.subscribe(
      AnySubscriber(
        receiveSubscription: { [self] in connect($0, number) },
        receiveValue: { [self] value in
          send(value, from: number) { state, _ in state.hasUpstream(number) }
        },
        receiveCompletion: { [self] completion in
          change { $0.end(completion, number, &$1) }
          if !completion.isFailure { finished() }
        }
      )
    )
  }

  /// Keeps the first subscription of a publisher, and asks for values; cancels others.
  func connect(
    _ subscription: any Subscription,
    _ number: Int,
    request demand: Subscribers.Demand? = nil
  ) {
    let isFirst = ask { $0.connect(subscription, number, request: demand, &$1.flow) }
    if isFirst != true { subscription.cancel() }
  }
}
