/// The state of an operator that passes everything on later, in order.
///
/// A turn passes on what has waited longest, whichever turn it is.
struct Postponed<Value: Sendable, Failure: Error>: ForwardingState {
  enum Item: Sendable {
    case value(Value)
    case end(Subscribers.Completion<Failure>)
  }

  var upstream = SubscriptionStatus.awaited

  /// The completion that ends the stream when it goes off.
  var timer: SingleTimer?

  /// The values that wait for their turn, and the interval after which a turn begins.
  var items = Queue<(item: Item, timer: SingleTimer)>()

  var activities: [any Cancellable] {
    living(upstream.subscription, timer) + items.elements.map(\.timer)
  }

  static func outbox<S: Subscriber<Value, Failure>>(
    _ name: String,
    _ downstream: S
  ) -> Outbox<S, Self> {
    Outbox(name, downstream, Self(), out: .init(demand: .unlimited))
  }

  /// Takes a value; returns the timer of its turn.
  mutating func receive(_ value: Value) -> SingleTimer? {
    upstream.isOpen ? add(.value(value)) : nil
  }

  /// Takes the completion; returns the timer of its turn.
  mutating func receive(
    _ completion: Subscribers.Completion<Failure>,
    _ out: inout Outgoing<Value, Failure>
  ) -> SingleTimer? {
    guard releaseUpstream(&out.flow) else { return nil }
    out.flow.cancel(timer.take())
    return add(.end(completion))
  }

  private mutating func add(_ item: Item) -> SingleTimer {
    let timer = SingleTimer()
    items.append((item, timer))
    return timer
  }

  mutating func takeTurn(_ out: inout Outgoing<Value, Failure>) {
    guard let (item, timer) = items.popFirst() else { return }
    out.flow.release(timer)
    switch item {
    case .value(let value): out.send(value)
    case .end(let completion): out.send(completion: completion)
    }
  }

  /// Starts to wait anew for a value; returns the timer of that, if upstream has not ended.
  mutating func restart(_ flow: inout Flow) -> SingleTimer? {
    flow.cancel(timer)
    timer = upstream.isOpen ? SingleTimer() : nil
    return timer
  }

  /// Drops everything that waits, and cancels upstream; `false` if another timer has been started.
  mutating func expire(_ timer: SingleTimer, _ out: inout Outgoing<Value, Failure>) -> Bool {
    guard timer === self.timer, let last = upstream.close() else { return false }
    out.flow.cancel(last)
    out.flow.release(exchange(&items, with: Queue()))
    out.dropAll()
    return true
  }
}

extension Publisher {
  /// Attaches a subscriber that gets everything later, in turns that a closure starts.
  func postpone<S: Subscriber<Output, Failure>, Context: Scheduler>(
    for outbox: Outbox<S, Postponed<Output, Failure>>,
    on scheduler: Context,
    restart: @escaping @Sendable () -> Void = {},
    _ start: @escaping @Sendable (SingleTimer, @escaping @Sendable () -> Void) -> Void
  ) {
    let turn = { @Sendable in _ = outbox.change { $0.takeTurn(&$1) } }
    subscribe(
      UpstreamSubscriber(outbox: outbox, schedule: { scheduler.schedule($0) }, connected: restart) {
        (value: Output) in
        guard let timer = outbox.ask({ state, _ in state.receive(value) }) else { return .none }
        restart()
        start(timer, turn)
        return .none
      } ended: { (completion: Subscribers.Completion<Failure>) in
        if let timer = outbox.ask({ $0.receive(completion, &$1) }) { start(timer, turn) }
      }
    )
  }
}
