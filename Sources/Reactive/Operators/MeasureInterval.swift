extension Publisher {
  /// Sends, in place of every value, the time since the one before it.
  ///
  /// The first is measured from the subscription. The scheduler is only asked what time it is:
  /// values come on the thread they come on. Demand, the end and the error pass through.
  ///
  /// ```marble
  /// words                          --a---b-c--|
  /// measureInterval(using: clock)  --2---4-2--|
  /// ```
  public func measureInterval<Context: Scheduler>(
    using scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, Context> {
    .init(self) { subscriber in
      let last = Locked<Context.SchedulerTimeType?>(nil)
      return AnySubscriber(
        named: "MeasureInterval",
        receiveSubscription: {
          _ = last.replace(with: scheduler.now)
          subscriber.receive(subscription: $0)
        },
        receiveValue: { (_: Output) in
          let now = scheduler.now
          return subscriber.receive((last.replace(with: now) ?? now).distance(to: now))
        },
        receiveCompletion: { subscriber.receive(completion: $0) }
      )
    }
  }
}

extension Publishers {
  /// What ``Publisher/measureInterval(using:options:)`` returns.
  public typealias MeasureInterval<Upstream: Publisher, Context: Scheduler> = ClosureOperator<
    Upstream, Void, Context.SchedulerTimeType.Stride, Upstream.Failure
  >
}
