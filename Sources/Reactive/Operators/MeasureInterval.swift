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
  @inlinable public func measureInterval<Context: Scheduler>(
    using scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, Context> {
    .init(self) { subscriber in
      let last = Locked<Context.SchedulerTimeType?>(nil)
      return Relay(
        subscriber,
        name: "MeasureInterval",
        begin: { _ = last.replace(with: scheduler.now) },
        transform: { (_: Output) in
          let now = scheduler.now
          return (last.replace(with: now) ?? now).distance(to: now)
        }
      )
    }
  }
}

extension Publishers {
  /// What ``Publisher/measureInterval(using:options:)`` returns.
  public typealias MeasureInterval<Upstream: Publisher, Context: Scheduler> = Attached<
    Upstream, Void, Context.SchedulerTimeType.Stride, Upstream.Failure
  >
}
