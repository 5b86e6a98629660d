/// The state of an operator that subscribes to one publisher after another.
///
/// Unmet demand carries over to the next publisher.
struct Successive: SingleUpstream {
  var upstream = SubscriptionStatus.awaited

  /// The upstream of publishers, in `switchToLatest`.
  var outer = SubscriptionStatus.awaited

  /// The number of the current publisher; events from others are late.
  var stage = 0
  var outstanding = Subscribers.Demand.none

  var activities: [(any Cancellable)?] { [upstream.subscription, outer.subscription] }

  /// Whether a publisher has not finished yet.
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

  /// Drops the current publisher; its undelivered values still count as demand.
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

  /// Subscribes to the first publisher, whose subscription begins the stream.
  func start<P: Publisher>(
    _ publisher: P,
    ended: @escaping @Sendable (Subscribers.Completion<P.Failure>) -> Void
  ) where P.Output == Downstream.Input {
    listen(to: publisher, 0, ended)
  }

  /// Subscribes to the next publisher, unless the stream is over.
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

  /// Calls `ended` when the publisher ends, if it is still the current one.
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
            // Ignores late publishers, and values beyond the demand.
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
