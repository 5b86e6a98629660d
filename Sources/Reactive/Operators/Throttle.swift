extension Publisher {
  /// Passes on at most one value in an interval: the latest, or the first.
  ///
  /// Upstream is asked for everything; what is due before the subscriber has asked for it is dropped.
  /// A value that waits is sent together with the completion.
  package func throttle<Context: Scheduler>(
    for interval: Context.SchedulerTimeType.Stride,
    scheduler: Context,
    latest: Bool
  ) -> Publishers.Throttle<Self, Context> {
    .init(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// A publisher of at most one value in an interval.
  package struct Throttle<Upstream: Publisher, Context: Scheduler>: Operator {
    let upstream: Upstream
    let interval: Context.SchedulerTimeType.Stride
    let scheduler: Context
    let latest: Bool

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let state = State(interval: interval)
      let outbox = Outbox("Throttle", subscriber, state, out: .init(backpressure: .drop))
      upstream.subscribe(
        AnySubscriber(
          receiveSubscription: { subscription in
            outbox.connect(subscription, request: .unlimited, on: scheduler)
          },
          receiveValue: { value in
            if let due = outbox.ask({ $0.receive(value, latest: latest, &$1.flow) }) {
              emit(due, outbox)
            }
            return .none
          },
          receiveCompletion: { completion in
            if let due = outbox.ask({ $0.end(completion, &$1.flow) }) { emit(due, outbox) }
          }
        )
      )
    }

    private func emit<S: Subscriber<Output, Failure>>(
      _ due: State.Due,
      _ outbox: Outbox<S, State>
    ) {
      let emit = { @Sendable [weak outbox, scheduler] in
        let now = scheduler.now
        _ = outbox?.change { $0.emit(at: now, &$1) }
      }
      if case .after(let time) = due, time > scheduler.now {
        scheduler.schedule(after: time, emit)
      } else {
        scheduler.schedule(emit)
      }
    }

    private struct State: SingleUpstream {
      enum Due {
        case now
        case after(Context.SchedulerTimeType)
      }

      var upstream = SubscriptionStatus.awaited
      private let interval: Context.SchedulerTimeType.Stride
      private var waiting: Upstream.Output?
      private var ending: Subscribers.Completion<Upstream.Failure>?
      private var lastTime: Context.SchedulerTimeType?

      init(interval: Context.SchedulerTimeType.Stride) { self.interval = interval }

      mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow) {
        flow.demand += demand
      }

      /// Takes a value; returns when it is due if it is the first of an interval.
      mutating func receive(_ value: Upstream.Output, latest: Bool, _ flow: inout Flow) -> Due? {
        guard upstream.isOpen, flow.demand != .none else { return nil }
        let isFirst = waiting == nil
        if isFirst || latest { flow.release(exchange(&waiting, with: value)) }
        return isFirst ? lastTime.map { .after($0.advanced(by: interval)) } ?? .now : nil
      }

      /// Takes the completion; returns when it is due if no value waits that it can follow.
      mutating func end(_ completion: Subscribers.Completion<Upstream.Failure>, _ flow: inout Flow)
        -> Due?
      {
        guard releaseUpstream(&flow) else { return nil }
        ending = completion
        return waiting == nil ? .now : nil
      }

      mutating func emit(
        at time: Context.SchedulerTimeType,
        _ out: inout Outgoing<Upstream.Output, Upstream.Failure>
      ) {
        if let value = waiting.take() {
          lastTime = time
          out.send(value)
        }
        if let ending { out.send(completion: ending) }
      }
    }
  }
}
