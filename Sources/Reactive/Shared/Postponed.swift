import System

/// The state of an operator that forwards everything later, in order.
///
/// Each turn delivers the oldest pending value. Forwards demand unchanged.
struct Postponed<Value: Sendable, Failure: Error>: SingleUpstream {
  var upstream = SubscriptionStatus.awaited

  /// The values waiting for their turn, and the timers that start turns.
  fileprivate var values = Queue<(value: Value, timer: SingleTimer)>()

  fileprivate var completion: Subscribers.Completion<Failure>?

  /// The timer that ends the stream when it fires.
  private var timer: SingleTimer?

  var activities: [(any Cancellable)?] {
    [upstream.subscription, timer] + values.elements.map { $0.timer }
  }

  mutating func requested(_ demand: Subscribers.Demand, _ ledger: inout Ledger) {
    ledger.request(upstream.subscription, demand)
  }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?, _ ledger: inout Ledger) {
    if answer != .none { ledger.request(upstream.subscription, answer) }
  }

  /// Replaces the timer that ends the stream.
  mutating func newTimer(_ ledger: inout Ledger) -> SingleTimer {
    let new = SingleTimer()
    ledger.cancel(exchange(&timer, with: new))
    return new
  }

  mutating func takeTurn(_ out: inout OutgoingQueue<Value, Failure>) {
    if let (value, timer) = values.popFirst() {
      out.ledger.release(timer)
      out.enqueue(value)
    } else if let completion {
      out.enqueue(completion: completion)
    }
  }

  /// Drops everything pending and cancels upstream; returns `false` if the timer was replaced.
  mutating func expire(_ timer: SingleTimer, _ out: inout OutgoingQueue<Value, Failure>) -> Bool {
    guard timer === self.timer, let last = upstream.close() else { return false }
    out.ledger.cancel(last)
    out.ledger.release(exchange(&values, with: Queue()))
    out.dropAll()
    return true
  }
}

extension Publisher {
  /// Attaches a subscriber that receives everything later, in turns started by a closure.
  func postpone<S: Subscriber<Output, Failure>, Context: Scheduler>(
    for subscriber: S,
    on scheduler: Context,
    restart: @escaping @Sendable (Outbox<S, Postponed<Output, Failure>>) -> Void = { _ in },
    _ start: @escaping @Sendable (SingleTimer, @escaping @Sendable () -> Void) -> Void
  ) {
    let outbox = Outbox(subscriber, Postponed<Output, Failure>(), out: .init(demand: .unlimited))
    let turn = { @Sendable in _ = outbox.update { $0.takeTurn(&$1) } }
    subscribe(
      AnySubscriber(
        receiveSubscription: { subscription in
          outbox.connect(subscription, on: scheduler)
          restart(outbox)
        },
        receiveValue: { value in
          let timer = SingleTimer()
          let isOpen = outbox.withState { state, _ in
            if state.upstream.isOpen { state.values.append((value, timer)) }
            return state.upstream.isOpen
          }
          guard isOpen == true else { return .none }
          restart(outbox)
          start(timer, turn)
          return .none
        },
        receiveCompletion: { completion in
          let timer = outbox.withState { state, out in
            guard state.releaseUpstream(&out.ledger) else { return SingleTimer?.none }
            state.completion = completion
            return state.newTimer(&out.ledger)
          }
          if let timer { start(timer, turn) }
        }
      )
    )
  }
}
