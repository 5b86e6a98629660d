extension Publisher {
  /// Sends at most one value per interval: the latest or the first.
  ///
  /// Requests everything from upstream. Drops values that are due without demand. Sends the pending
  /// value with the completion.
  package func throttle<Context: Scheduler>(
    for interval: Context.SchedulerTimeType.Stride,
    scheduler: Context,
    latest: Bool
  ) -> Publishers.Throttle<Self, Context> {
    .init(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  package struct Throttle<Upstream: Publisher, Context: Scheduler>: Operator {
    let upstream: Upstream
    let interval: Context.SchedulerTimeType.Stride
    let scheduler: Context
    let latest: Bool

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let state = State(interval: interval)
      let outbox = Outbox(subscriber, state, out: .init(backpressure: .drop))
      upstream.subscribe(
        AnySubscriber(
          receiveSubscription: { subscription in
            outbox.connect(subscription, request: .unlimited, on: scheduler)
          },
          receiveValue: { value in
            let now = scheduler.now
            if let due = outbox.withState({ $0.receive(value, at: now, latest: latest, &$1.ledger) }
            ) {
              emit(at: due, outbox)
            }
            return .none
          },
          receiveCompletion: { completion in
            if outbox.withState({ $0.end(completion, &$1.ledger) }) == true {
              emit(at: scheduler.now, outbox)
            }
          }
        )
      )
    }

    private func emit<S: Subscriber<Output, Failure>>(
      at due: Context.SchedulerTimeType,
      _ outbox: Outbox<S, State>
    ) {
      let emit = { @Sendable in
        let now = scheduler.now
        _ = outbox.update { $0.emit(at: now, &$1) }
      }
      if due > scheduler.now {
        scheduler.schedule(after: due, emit)
      } else {
        scheduler.schedule(emit)
      }
    }

    private struct State: SingleUpstream {
      var upstream = SubscriptionStatus.awaited
      private let interval: Context.SchedulerTimeType.Stride
      private var waiting: Upstream.Output?
      private var ending: Subscribers.Completion<Upstream.Failure>?
      private var lastTime: Context.SchedulerTimeType?

      init(interval: Context.SchedulerTimeType.Stride) { self.interval = interval }

      mutating func requested(_ demand: Subscribers.Demand, _ ledger: inout Ledger) {
        ledger.demand += demand
      }

      /// Receives a value; returns when it is due if it is the first of an interval.
      mutating func receive(
        _ value: Upstream.Output,
        at now: Context.SchedulerTimeType,
        latest: Bool,
        _ ledger: inout Ledger
      ) -> Context.SchedulerTimeType? {
        guard upstream.isOpen, ledger.demand != .none else { return nil }
        let isFirst = waiting == nil
        if isFirst || latest { ledger.release(exchange(&waiting, with: value)) }
        return isFirst ? lastTime?.advanced(by: interval) ?? now : nil
      }

      /// Receives the completion; returns `true` if it follows no pending value.
      mutating func end(
        _ completion: Subscribers.Completion<Upstream.Failure>,
        _ ledger: inout Ledger
      ) -> Bool {
        guard releaseUpstream(&ledger) else { return false }
        ending = completion
        return waiting == nil
      }

      mutating func emit(
        at time: Context.SchedulerTimeType,
        _ out: inout OutgoingQueue<Upstream.Output, Upstream.Failure>
      ) {
        if let value = waiting.take() {
          lastTime = time
          out.enqueue(value)
        }
        if let ending { out.enqueue(completion: ending) }
      }
    }
  }
}
