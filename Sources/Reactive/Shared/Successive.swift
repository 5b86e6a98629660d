/// The state of an operator that listens to one publisher after another.
///
/// Demand outlives a publisher: what was asked for and not sent is asked of the next one.
struct Successive: SingleUpstream {
  var upstream = SubscriptionStatus.awaited

  /// The upstream of publishers, in `switchToLatest`.
  var outer = SubscriptionStatus.awaited

  /// The number of the current publisher; others are late.
  var stage = 0
  var outstanding = Subscribers.Demand.none

  var activities: [(any Cancellable)?] { [upstream.subscription, outer.subscription] }

  /// Whether there is a publisher that has not finished.
  var isActive: Bool { !upstream.isClosed }

  mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow) {
    demand.assertNonZero()
    outstanding += demand
    flow.request(upstream.subscription, demand)
  }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?, _ flow: inout Flow) {
    guard answer != .none else { return }
    outstanding += answer
    flow.request(upstream.subscription, answer, from: stage)
  }

  /// Drops the current publisher; what it sent that was never delivered is still outstanding.
  mutating func drop<Value, Failure>(_ out: inout Outgoing<Value, Failure>) {
    out.flow.cancel(upstream.close())
    outstanding += out.flow.count
    out.dropAll()
  }

  /// Makes room for the next publisher; returns its number.
  fileprivate mutating func advance() -> Int {
    upstream = .awaited
    stage += 1
    return stage
  }

  /// Keeps the subscription to a publisher after the first; `false` if it is to be canceled.
  fileprivate mutating func connect(
    _ new: any Subscription,
    _ stage: Int,
    _ flow: inout Flow
  ) -> Bool {
    guard stage == self.stage, upstream.open(new) else { return false }
    if outstanding != .none { flow.request(new, outstanding) }
    return true
  }

  /// Whether a value comes from the current publisher and was asked for.
  fileprivate mutating func accept(_ stage: Int) -> Bool {
    guard stage == self.stage, upstream.isOpen, outstanding != .none else { return false }
    outstanding -= 1
    return true
  }

  /// Releases a publisher that has ended; `false` if it is not the current one.
  fileprivate mutating func release(_ stage: Int, _ flow: inout Flow) -> Bool {
    stage == self.stage && releaseUpstream(&flow)
  }
}

extension Outbox where State == Successive {
  convenience init(_ name: String, _ downstream: Downstream, _ state: State = State()) {
    self.init(name, downstream, state, out: Out(demand: .unlimited))
  }

  /// Listens to a first publisher, whose subscription begins the stream.
  func start<P: Publisher>(
    _ publisher: P,
    ended: @escaping @Sendable (Subscribers.Completion<P.Failure>) -> Void
  ) where P.Output == Downstream.Input {
    listen(to: publisher, 0, ended)
  }

  /// Listens to the next publisher, unless all is over.
  func follow<P: Publisher>(
    _ publisher: P,
    ended: @escaping @Sendable (Subscribers.Completion<P.Failure>) -> Void
  ) where P.Output == Downstream.Input {
    if let number = ask({ state, _ in state.advance() }) { listen(to: publisher, number, ended) }
  }

  /// Calls `ended` when the publisher has ended, if it is still the current one.
  private func listen<P: Publisher>(
    to publisher: P,
    _ number: Int,
    _ ended: @escaping @Sendable (Subscribers.Completion<P.Failure>) -> Void
  ) where P.Output == Downstream.Input {
    publisher.subscribe(
      AnySubscriber(
        receiveSubscription: { [self] subscription in
          if number == 0 { return connect(subscription) }
          let isCurrent = ask { $0.connect(subscription, number, &$1.flow) }
          if isCurrent != true { subscription.cancel() }
        },
        receiveValue: { [self] value in
          send(value, from: number) { state, _ in state.accept(number) }
        },
        receiveCompletion: { [self] completion in
          if ask({ $0.release(number, &$1.flow) }) == true { ended(completion) }
        }
      )
    )
  }
}
