/// The state of an operator that listens to several publishers at a time.
///
/// Each of them is asked for one value at a time, or for everything if the subscriber asked for that;
/// when a value has been delivered, its publisher is asked for another. Number 0 stands for what
/// adds publishers, and finishes like one.
struct Merging<Value: Sendable, Failure: Error>: OutboxState {
  var mail = Mail<Value, Failure>()
  var upstreams: [Int: any Subscription] = [:]
  var awaited: Set<Int> = [0]
  var count = 0
  var unfinished = 1

  var activities: [any Cancellable] { Array(upstreams.values) }

  func hasUpstream(_ number: Int) -> Bool { upstreams[number] != nil }

  mutating func requested(_ demand: Subscribers.Demand) {
    demand.assertNonZero()
    add(demand)
  }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?) {
    add(answer)
    guard let source, mail.demand != .unlimited else { return }
    mail.request(upstreams[source], .max(1), from: source)
  }

  private mutating func add(_ demand: Subscribers.Demand) {
    let wasUnlimited = mail.demand == .unlimited
    mail.demand += demand
    guard !wasUnlimited, mail.demand == .unlimited else { return }
    for (number, upstream) in upstreams where number != 0 {
      mail.request(upstream, .unlimited, from: number)
    }
  }

  /// Adds a publisher; returns its number.
  fileprivate mutating func add() -> Int {
    count += 1
    unfinished += 1
    awaited.insert(count)
    return count
  }

  /// Keeps the first subscription of a publisher; `false` if it is to be canceled.
  mutating func connect(
    _ subscription: any Subscription,
    _ number: Int,
    request demand: Subscribers.Demand? = nil
  ) -> Bool {
    guard awaited.remove(number) != nil else { return false }
    upstreams[number] = subscription
    mail.request(subscription, demand ?? (mail.demand == .unlimited ? .unlimited : .max(1)))
    return true
  }

  fileprivate mutating func receive(_ value: Value, _ number: Int) {
    if hasUpstream(number) { mail.send(value, from: number) }
  }

  /// Releases a publisher that has ended, and ends the stream if it failed or was the last.
  mutating func end(_ completion: Subscribers.Completion<Failure>, _ number: Int) {
    guard let last = upstreams.removeValue(forKey: number) else { return }
    mail.release(last)
    finish(completion)
  }

  /// Ends the stream if something failed, or if nothing is left to wait for.
  mutating func finish(_ completion: Subscribers.Completion<Failure>) {
    unfinished -= 1
    if completion.isFailure || unfinished == 0 { mail.end(completion) }
  }

  /// Asks what adds publishers for another.
  mutating func requestPublisher() { mail.request(upstreams[0], .max(1)) }
}

extension Outbox where State == Merging<Downstream.Input, Downstream.Failure> {
  /// Listens to one more publisher, unless all is over.
  func add<P: Publisher<Downstream.Input, Downstream.Failure>>(
    _ publisher: P,
    finished: @escaping @Sendable () -> Void = {}
  ) {
    guard let number = ask({ $0.add() }) else { return }
    publisher.subscribe(Branch(outbox: self, number: number, finished: finished))
  }
}

/// The subscriber of one of several publishers at a time.
private struct Branch<Downstream: Subscriber>: Subscriber {
  let combineIdentifier = CombineIdentifier()
  let outbox: Outbox<Downstream, Merging<Downstream.Input, Downstream.Failure>>
  let number: Int
  let finished: @Sendable () -> Void

  func receive(subscription: any Subscription) {
    if outbox.ask({ $0.connect(subscription, number) }) != true { subscription.cancel() }
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    outbox.change(from: number) { $0.receive(input, number) }
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    outbox.change { $0.end(completion, number) }
    if !completion.isFailure { finished() }
  }
}
