import System

/// The state of an operator that passes everything on later, in order.
///
/// A turn passes on what has waited longest, whichever turn it is. Upstream is asked for exactly what
/// the subscriber asks for.
struct Postponed<Value: Sendable, Failure: Error>: SingleUpstream {
  var upstream = SubscriptionStatus.awaited

  /// The values that wait for their turn, and the timers that begin turns.
  private var values = Queue<(value: Value, timer: SingleTimer)>()

  private var completion: Subscribers.Completion<Failure>?

  /// The timer that ends the stream when it goes off.
  private var timer: SingleTimer?

  var activities: [(any Cancellable)?] {
    [upstream.subscription, timer] + values.elements.map { $0.timer }
  }

  mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow) {
    flow.request(upstream.subscription, demand)
  }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?, _ flow: inout Flow) {
    if answer != .none { flow.request(upstream.subscription, answer) }
  }

  /// Takes a value; returns the timer of its turn.
  mutating func receive(_ value: Value) -> SingleTimer? {
    guard upstream.isOpen else { return nil }
    let timer = SingleTimer()
    values.append((value, timer))
    return timer
  }

  /// Takes the completion; returns the timer of its turn.
  mutating func receive(
    _ completion: Subscribers.Completion<Failure>,
    _ flow: inout Flow
  ) -> SingleTimer? {
    guard releaseUpstream(&flow) else { return nil }
    self.completion = completion
    return newTimer(&flow)
  }

  /// Starts to wait anew for a value; returns the timer of that, if upstream has not ended.
  mutating func restart(_ flow: inout Flow) -> SingleTimer? {
    upstream.isOpen ? newTimer(&flow) : nil
  }

  private mutating func newTimer(_ flow: inout Flow) -> SingleTimer {
    let new = SingleTimer()
    flow.cancel(exchange(&timer, with: new))
    return new
  }

  mutating func takeTurn(_ out: inout Outgoing<Value, Failure>) {
    if let (value, timer) = values.popFirst() {
      out.flow.release(timer)
      out.send(value)
    } else if let completion {
      out.send(completion: completion)
    }
  }

  /// Drops everything that waits, and cancels upstream; `false` if another timer has been started.
  mutating func expire(_ timer: SingleTimer, _ out: inout Outgoing<Value, Failure>) -> Bool {
    guard timer === self.timer, let last = upstream.close() else { return false }
    out.flow.cancel(last)
    out.flow.release(exchange(&values, with: Queue()))
    out.dropAll()
    return true
  }
}

extension Publisher {
  /// Attaches a subscriber that gets everything later, in turns that a closure starts.
  func postpone<S: Subscriber<Output, Failure>, Context: Scheduler>(
    _ name: String,
    for subscriber: S,
    on scheduler: Context,
    restart: @escaping @Sendable (Outbox<S, Postponed<Output, Failure>>) -> Void = { _ in },
    _ start: @escaping @Sendable (SingleTimer, @escaping @Sendable () -> Void) -> Void
  ) {
    let state = Postponed<Output, Failure>()
    let outbox = Outbox(name, subscriber, state, out: .init(demand: .unlimited))
    let turn = { @Sendable in _ = outbox.change { $0.takeTurn(&$1) } }
    subscribe(
      AnySubscriber(
        receiveSubscription: { subscription in
          outbox.connect(subscription, on: scheduler)
          restart(outbox)
        },
        receiveValue: { value in
          guard let timer = outbox.ask({ state, _ in state.receive(value) }) else { return .none }
          restart(outbox)
          start(timer, turn)
          return .none
        },
        receiveCompletion: { completion in
          if let timer = outbox.ask({ $0.receive(completion, &$1.flow) }) { start(timer, turn) }
        }
      )
    )
  }
}
