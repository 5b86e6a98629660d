/// The state of an operator that passes everything on later, in order.
///
/// A turn passes on what has waited longest, whichever turn it is.
struct Postponed<Value: Sendable, Failure: Error>: ForwardingState {
  enum Item: Sendable {
    case value(Value)
    case end(Subscribers.Completion<Failure>)
  }

  var mail = Mail<Value, Failure>(demand: .unlimited)
  var upstream: (any Subscription)?

  /// What ends the stream when it goes off.
  var timer: SingleTimer?

  /// What waits for its turn, and what begins a turn after that time.
  var items = Queue<(item: Item, timer: SingleTimer)>()

  var activities: [any Cancellable] { living(upstream, timer) + items.elements.map(\.timer) }

  /// Takes a value; returns the timer of its turn.
  mutating func receive(_ value: Value) -> SingleTimer? {
    upstream == nil ? nil : add(.value(value))
  }

  /// Takes the completion; returns the timer of its turn.
  mutating func receive(_ completion: Subscribers.Completion<Failure>) -> SingleTimer? {
    guard releaseUpstream() else { return nil }
    mail.cancel(timer.take())
    return add(.end(completion))
  }

  private mutating func add(_ item: Item) -> SingleTimer {
    let timer = SingleTimer()
    items.append((item, timer))
    return timer
  }

  mutating func takeTurn() {
    guard let (item, timer) = items.popFirst() else { return }
    mail.release(timer)
    switch item {
    case .value(let value): mail.send(value)
    case .end(let completion): mail.end(completion)
    }
  }

  /// Starts to wait anew for a value; returns the timer of that, if upstream has not ended.
  mutating func restart() -> SingleTimer? {
    mail.cancel(timer)
    timer = upstream == nil ? nil : SingleTimer()
    return timer
  }

  /// Drops everything that waits, and cancels upstream; `false` if another timer has been started.
  mutating func expire(_ timer: SingleTimer) -> Bool {
    guard timer === self.timer, let last = upstream.take() else { return false }
    mail.cancel(last)
    mail.release(exchange(&items, with: Queue()))
    mail.dropAll()
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
    let turn = { @Sendable in _ = outbox.change { $0.takeTurn() } }
    subscribe(
      Inlet(outbox: outbox, schedule: { scheduler.schedule($0) }, connected: restart) {
        (value: Output) in
        guard let timer = outbox.ask({ $0.receive(value) }) else { return .none }
        restart()
        start(timer, turn)
        return .none
      } ended: { (completion: Subscribers.Completion<Failure>) in
        if let timer = outbox.ask({ $0.receive(completion) }) { start(timer, turn) }
      }
    )
  }
}
