extension Publisher where Output: Sendable {
  /// Delivers values and the end some time later, in order.
  ///
  /// What the subscriber asks for is passed on at once. An error is delayed as everything else
  /// is, and comes after the values before it. Deliveries happen on the scheduler, one at a time;
  /// cancelling drops what is on its way. Without a tolerance, it is as exact as the scheduler
  /// can be.
  ///
  /// ```marble
  /// numbers                                    -1-2-|
  /// delay(for: .seconds(2), scheduler: clock)  ---1-2-|
  /// ```
  public func delay<Context: Scheduler>(
    for interval: Context.SchedulerTimeType.Stride,
    tolerance: Context.SchedulerTimeType.Stride? = nil,
    scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, Context> {
    let tolerance = tolerance ?? scheduler.minimumTolerance
    return .init(self) { subscriber in
      ScheduledSubscription(
        subscriber,
        name: "Delay",
        scheduler: scheduler,
        timing: .after(interval, tolerance: tolerance, options)
      )
    }
  }
}

extension Publishers {
  /// What ``Publisher/delay(for:tolerance:scheduler:options:)`` returns.
  public typealias Delay<Upstream: Publisher, Context: Scheduler> = Relayed<Upstream>
}

extension Publisher where Output: Sendable {
  /// Ends the stream if no value comes for some time.
  ///
  /// The time runs from the subscription, from the first request and from every value. When it is
  /// over, upstream is cancelled, values that have not been delivered yet are dropped, and the
  /// stream finishes, or fails with `customError`. Demand passes through. Values, the end and the
  /// error are delivered on the scheduler, one at a time.
  ///
  /// ```marble
  /// numbers                                 -1-2---!
  /// timeout(.seconds(4), scheduler: clock)  -1-2---|
  /// ```
  @preconcurrency public func timeout<Context: Scheduler>(
    _ interval: Context.SchedulerTimeType.Stride,
    scheduler: Context,
    options: Context.SchedulerOptions? = nil,
    customError: (@Sendable () -> Failure)? = nil
  ) -> Publishers.Timeout<Self, Context> {
    .init(self) { subscriber in
      let timer = TimeoutTimer(interval: interval, scheduler: scheduler, options: options)
      let transfer = ScheduledSubscription(
        subscriber,
        name: "Timeout",
        scheduler: scheduler,
        timing: .soon(options),
        timer: timer
      )
      timer.onExpiry { transfer.expire(customError.map { .failure($0()) } ?? .finished) }
      return transfer
    }
  }
}

extension Publishers {
  /// What ``Publisher/timeout(_:scheduler:options:customError:)`` returns.
  public typealias Timeout<Upstream: Publisher, Context: Scheduler> = Relayed<Upstream>
}
