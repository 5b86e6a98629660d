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
        UpstreamSubscriber(
          outbox: outbox,
          request: .unlimited,
          schedule: { scheduler.schedule($0) }
        ) {
          (value: Output) in
          if !outbox.isOver { wait(with: value, outbox) }
          return .none
        } ended: { (completion: Subscribers.Completion<Failure>) in
          guard outbox.ask({ $0.end(&$1.flow) }) == true else { return }
          scheduler.schedule { outbox.end(completion) }
        }
      )
    }

    private func wait<S: Subscriber<Output, Failure>>(
      with value: Output,
      _ outbox: Outbox<S, State>
    ) {
      let dueTime = dueTime(value)
      guard let timer = outbox.ask({ $0.wait(with: value, &$1.flow) }) else { return }
      let fire = { @Sendable in _ = outbox.change { $0.fire(timer, &$1) } }
      guard dueTime > .zero else { return fire() }
      timer.start(on: scheduler, after: dueTime, fire)
    }

    private struct State: SingleUpstream {
      var upstream = SubscriptionStatus.awaited
      var waiting: Upstream.Output?
      var timer: SingleTimer?

      var activities: [any Cancellable] { living(upstream.subscription, timer) }

      mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow) {
        flow.demand += demand
      }

      /// Takes a value in place of the one that waits; returns its timer.
      mutating func wait(with value: Upstream.Output, _ flow: inout Flow) -> SingleTimer? {
        guard upstream.isOpen else { return nil }
        drop(&flow)
        waiting = value
        timer = SingleTimer()
        return timer
      }

      /// Sends the value that waits, unless a newer one has taken its place.
      mutating func fire(
        _ timer: SingleTimer,
        _ out: inout Outgoing<Upstream.Output, Upstream.Failure>
      ) {
        guard timer === self.timer, let value = waiting.take() else { return }
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
