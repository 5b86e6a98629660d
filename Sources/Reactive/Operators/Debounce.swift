extension Publisher {
  /// Sends a value once nothing newer has arrived for an interval.
  ///
  /// Requests everything from upstream. Drops a value that is due without demand, and the pending
  /// value when upstream ends. Values and completion arrive on the scheduler.
  package func debounce<Context: Scheduler>(
    for dueTime: Context.SchedulerTimeType.Stride,
    scheduler: Context
  ) -> Publishers.Debounce<Self, Context> {
    debounce(for: { _ in dueTime }, scheduler: scheduler)
  }

  /// Sends a value once nothing newer has arrived for that value's own interval.
  ///
  /// A value with a zero interval is sent immediately, on the thread it arrives on, and replaces
  /// the pending one. Combine does not have this form.
  package func debounce<Context: Scheduler>(
    for dueTime: @escaping @Sendable (Output) -> Context.SchedulerTimeType.Stride,
    scheduler: Context
  ) -> Publishers.Debounce<Self, Context> {
    .init(upstream: self, dueTime: dueTime, scheduler: scheduler)
  }
}

extension Publishers {
  package struct Debounce<Upstream: Publisher, Context: Scheduler>: Operator {
    let upstream: Upstream
    let dueTime: @Sendable (Upstream.Output) -> Context.SchedulerTimeType.Stride
    let scheduler: Context

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let outbox = Outbox(subscriber, State(), out: .init(backpressure: .drop))
      upstream.subscribe(
        AnySubscriber(
          receiveSubscription: { outbox.connect($0, request: .unlimited, on: scheduler) },
          receiveValue: { value in
            guard outbox.withState({ state, _ in state.upstream.isOpen }) == true else {
              return .none
            }
            let dueTime = dueTime(value)
            if dueTime > .zero {
              let due = scheduler.now.advanced(by: dueTime)
              start(outbox.withState { $0.wait(with: value, until: due, &$1.ledger) }, outbox)
            } else {
              outbox.update { $0.pass(value, &$1) }
            }
            return .none
          },
          receiveCompletion: { completion in
            guard outbox.withState({ $0.end(&$1.ledger) }) == true else { return }
            scheduler.schedule { outbox.end(completion) }
          }
        )
      )
    }

    private func start<S: Subscriber<Output, Failure>>(
      _ alarm: State.Alarm?,
      _ outbox: Outbox<S, State>
    ) {
      guard let alarm else { return }
      alarm.timer.start(on: scheduler, at: alarm.due) {
        let now = scheduler.now
        start(outbox.withState { $0.fire(alarm.timer, at: now, &$1) }, outbox)
      }
    }

    private struct State: SingleUpstream {
      typealias Time = Context.SchedulerTimeType
      typealias Alarm = (timer: SingleTimer, due: Time)

      var upstream = SubscriptionStatus.awaited
      private var waiting: Upstream.Output?
      private var due: Time?
      /// The timer, shared by many values: if it fires too early, another follows.
      private var alarm: Alarm?

      var activities: [(any Cancellable)?] { [upstream.subscription, alarm?.timer] }

      mutating func requested(_ demand: Subscribers.Demand, _ ledger: inout Ledger) {
        ledger.demand += demand
      }

      /// Replaces the pending value; returns a timer to start if none fires in time.
      mutating func wait(
        with value: Upstream.Output,
        until due: Time,
        _ ledger: inout Ledger
      ) -> Alarm? {
        guard upstream.isOpen else { return nil }
        ledger.release(exchange(&waiting, with: value))
        self.due = due
        if let alarm, alarm.due <= due { return nil }
        ledger.cancel(alarm?.timer)
        alarm = (SingleTimer(), due)
        return alarm
      }

      /// Sends the pending value if it is due, or returns another alarm.
      mutating func fire(
        _ timer: SingleTimer,
        at now: Time,
        _ out: inout OutgoingQueue<Upstream.Output, Upstream.Failure>
      ) -> Alarm? {
        guard timer === alarm?.timer, let value = waiting, let due else { return nil }
        alarm = now < due ? (SingleTimer(), due) : nil
        if alarm == nil { pass(value, &out) }
        return alarm
      }

      /// Sends a value instead of the pending one.
      mutating func pass(
        _ value: Upstream.Output,
        _ out: inout OutgoingQueue<Upstream.Output, Upstream.Failure>
      ) {
        guard upstream.isOpen else { return }
        drop(&out.ledger)
        out.dropAll()
        out.enqueue(value)
      }

      mutating func end(_ ledger: inout Ledger) -> Bool {
        drop(&ledger)
        return releaseUpstream(&ledger)
      }

      private mutating func drop(_ ledger: inout Ledger) {
        ledger.release(waiting.take())
        ledger.cancel(alarm.take()?.timer)
      }
    }
  }
}
