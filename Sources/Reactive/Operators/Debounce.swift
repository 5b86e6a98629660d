extension Publisher {
  /// Passes on a value once nothing newer has come for some time.
  ///
  /// Upstream is asked for everything; a value that is due before the subscriber has asked for one
  /// is dropped, and so is the value that waits when upstream ends. Values and completion come on the
  /// scheduler.
  package func debounce<Context: Scheduler>(
    for dueTime: Context.SchedulerTimeType.Stride,
    scheduler: Context
  ) -> Publishers.Debounce<Self, Context> {
    debounce(for: { _ in dueTime }, scheduler: scheduler)
  }

  /// Passes on a value once nothing newer has come for as long as that value has to wait.
  ///
  /// A value that has to wait for zero passes at once, on the thread it came on, and replaces the one
  /// that waits. Combine does not have this form.
  package func debounce<Context: Scheduler>(
    for dueTime: @escaping @Sendable (Output) -> Context.SchedulerTimeType.Stride,
    scheduler: Context
  ) -> Publishers.Debounce<Self, Context> {
    .init(upstream: self, dueTime: dueTime, scheduler: scheduler)
  }
}

extension Publishers {
  /// A publisher that waits for a pause in the values of another one.
  package struct Debounce<Upstream: Publisher, Context: Scheduler>: Operator {
    let upstream: Upstream
    let dueTime: @Sendable (Upstream.Output) -> Context.SchedulerTimeType.Stride
    let scheduler: Context

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let outbox = Outbox("Debounce", subscriber, State(), out: .init(backpressure: .drop))
      upstream.subscribe(
        AnySubscriber(
          receiveSubscription: { outbox.connect($0, request: .unlimited, on: scheduler) },
          receiveValue: { value in
            if !outbox.isOver { wait(with: value, outbox) }
            return .none
          },
          receiveCompletion: { completion in
            guard outbox.ask({ $0.end(&$1.flow) }) == true else { return }
            scheduler.schedule { outbox.end(completion) }
          }
        )
      )
    }

    private func wait<S: Subscriber<Output, Failure>>(
      with value: Output,
      _ outbox: Outbox<S, State>
    ) {
      let dueTime = dueTime(value)
      guard dueTime > .zero else { return _ = outbox.change { $0.pass(value, &$1) } }
      let due = scheduler.now.advanced(by: dueTime)
      if let timer = outbox.ask({ $0.wait(with: value, until: due, &$1.flow) }) {
        start(timer, after: dueTime, outbox)
      }
    }

    private func start<S: Subscriber<Output, Failure>>(
      _ timer: SingleTimer,
      after interval: Context.SchedulerTimeType.Stride,
      _ outbox: Outbox<S, State>
    ) {
      timer.start(on: scheduler, after: interval) {
        let now = scheduler.now
        guard let (timer, due) = outbox.ask({ $0.fire(timer, at: now, &$1) }) else { return }
        start(timer, after: now.distance(to: due), outbox)
      }
    }

    private struct State: SingleUpstream {
      typealias Time = Context.SchedulerTimeType

      var upstream = SubscriptionStatus.awaited
      private var waiting: Upstream.Output?
      private var due: Time?
      /// One for many values: when it goes off too early, another follows it.
      private var timer: SingleTimer?
      private var timerEnd: Time?

      var activities: [any Cancellable] { living(upstream.subscription, timer) }

      mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow) {
        flow.demand += demand
      }

      /// Takes a value in place of the one that waits; returns a timer to start if none is in time.
      mutating func wait(
        with value: Upstream.Output,
        until due: Time,
        _ flow: inout Flow
      ) -> SingleTimer? {
        guard upstream.isOpen else { return nil }
        flow.release(exchange(&waiting, with: value))
        self.due = due
        if timer != nil, let timerEnd, timerEnd <= due { return nil }
        flow.cancel(timer)
        return newTimer(until: due)
      }

      private mutating func newTimer(until due: Time) -> SingleTimer {
        let new = SingleTimer()
        (timer, timerEnd) = (new, due)
        return new
      }

      /// Sends the value that waits if it is due; returns another timer if it is not.
      mutating func fire(
        _ timer: SingleTimer,
        at now: Time,
        _ out: inout Outgoing<Upstream.Output, Upstream.Failure>
      ) -> (SingleTimer, Time)? {
        guard timer === self.timer, let value = waiting, let due else { return nil }
        if now < due { return (newTimer(until: due), due) }
        pass(value, &out)
        return nil
      }

      /// Sends a value in place of the one that waits.
      mutating func pass(
        _ value: Upstream.Output,
        _ out: inout Outgoing<Upstream.Output, Upstream.Failure>
      ) {
        guard upstream.isOpen else { return }
        drop(&out.flow)
        out.dropAll()
        out.send(value)
      }

      mutating func end(_ flow: inout Flow) -> Bool {
        drop(&flow)
        return releaseUpstream(&flow)
      }

      private mutating func drop(_ flow: inout Flow) {
        flow.release(waiting.take())
        flow.cancel(timer.take())
      }
    }
  }
}
