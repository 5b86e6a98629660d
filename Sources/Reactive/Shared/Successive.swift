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

  mutating func requested(_ demand: Subscribers.Demand, _ ledger: inout Ledger) {
    demand.assertNonZero()
    outstanding += demand
    ledger.request(upstream.subscription, demand)
  }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?, _ ledger: inout Ledger) {
    guard answer != .none else { return }
    outstanding += answer
    ledger.request(upstream.subscription, answer, from: stage)
  }

  /// Drops the current publisher; what it sent that was never delivered is still outstanding.
  mutating func drop<Value, Failure>(_ out: inout OutgoingQueue<Value, Failure>) {
    out.ledger.cancel(upstream.close())
    outstanding += out.ledger.count
    out.dropAll()
  }
}

extension Outbox where State == Successive {
  convenience init(_ downstream: Downstream, following state: State = State()) {
    self.init(downstream, state, out: Out(demand: .unlimited))
  }

  /// Listens to a first publisher, whose subscription begins the stream.
  func start<P: Publisher>(
    _ publisher: P,
    ended: @escaping @Sendable (Subscribers.Completion<P.Failure>) -> Void
  ) where P.Output == Downstream.Input {
    listen(to: publisher, 0, ended)
  }

  /// Listens to the next publisher, unless the stream is over.
  func follow<P: Publisher>(
    _ publisher: P,
    ended: @escaping @Sendable (Subscribers.Completion<P.Failure>) -> Void
  ) where P.Output == Downstream.Input {
    let next = withState { state, _ in
      state.upstream = .awaited
      state.stage += 1
      return state.stage
    }
    if let next { listen(to: publisher, next, ended) }
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
          let isCurrent = withState { state, out in
            guard number == state.stage, state.upstream.open(subscription) else { return false }
            let outstanding = state.outstanding
            if outstanding != .none { out.ledger.request(subscription, outstanding) }
            return true
          }
          if isCurrent != true { subscription.cancel() }
        },
        receiveValue: { [self] value in
          send(value, from: number) { state, _ in
            // Another publisher is late, and this one sends no more than it was asked for.
            let isCurrent = number == state.stage && state.upstream.isOpen
            guard isCurrent, state.outstanding != .none else { return false }
            state.outstanding -= 1
            return true
          }
        },
        receiveCompletion: { [self] completion in
          let isCurrent = withState { number == $0.stage && $0.releaseUpstream(&$1.ledger) }
          if isCurrent == true { ended(completion) }
        }
      )
    )
  }
}
