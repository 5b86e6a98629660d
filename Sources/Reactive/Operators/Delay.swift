extension Publisher where Output: Sendable {
  /// Delivers values and the end some time later, in order.
  ///
  /// What the subscriber asks for is passed on at once. An error is delayed as everything else is,
  /// and comes after the values before it. Deliveries happen on the scheduler, one at a time;
  /// canceling drops what is on its way.
  ///
  /// - Parameters:
  ///   - interval: How much later.
  ///   - tolerance: How inaccurate that may be; without it, as exact as the scheduler can be.
  ///   - scheduler: Where the time comes from, and where deliveries happen.
  ///   - options: Scheduler options for the deliveries.
  /// - Returns: A publisher that delivers later.
  ///
  /// ```marble
  /// numbers                                    -1-2-|
  /// delay(for: .seconds(2), scheduler: clock)  ---1-2-|
  /// ```
  @inlinable public func delay<Context: Scheduler>(
    for interval: Context.SchedulerTimeType.Stride,
    tolerance: Context.SchedulerTimeType.Stride? = nil,
    scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, Context> {
    .init(
      upstream: self,
      interval: interval,
      tolerance: tolerance ?? scheduler.minimumTolerance,
      scheduler: scheduler,
      options: options
    )
  }
}

extension Publishers {
  /// What ``Publisher/delay(for:tolerance:scheduler:options:)`` returns.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Operator
  where Upstream.Output: Sendable {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// How much later.
    public let interval: Context.SchedulerTimeType.Stride

    /// How inaccurate that may be.
    public let tolerance: Context.SchedulerTimeType.Stride

    /// The scheduler.
    public let scheduler: Context

    /// Scheduler options for the deliveries.
    public let options: Context.SchedulerOptions?

    /// Makes the publisher from its parts.
    @inlinable public init(
      upstream: Upstream,
      interval: Context.SchedulerTimeType.Stride,
      tolerance: Context.SchedulerTimeType.Stride,
      scheduler: Context,
      options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      upstream.subscribe(
        ScheduledSubscription(
          subscriber,
          name: "Delay",
          scheduler: scheduler,
          timing: .after(interval, tolerance: tolerance, options)
        )
      )
    }
  }
}

extension Publishers.Delay: Sendable where Upstream: Sendable {}

extension Publisher where Output: Sendable {
  /// Ends the stream if no value comes for some time.
  ///
  /// The time runs from the subscription, from the first request and from every value. When it is
  /// over, upstream is canceled, values that have not been delivered yet are dropped, and the
  /// stream ends. Demand passes through. Values, the end and the error are delivered on the
  /// scheduler, one at a time.
  ///
  /// - Parameters:
  ///   - interval: How long may pass between values.
  ///   - scheduler: Where the time comes from, and where deliveries happen.
  ///   - options: Scheduler options for the deliveries.
  ///   - customError: Makes the error to end with; without it the stream finishes.
  /// - Returns: A publisher that ends when it has been quiet for too long.
  ///
  /// ```marble
  /// numbers                                 -1-2---!
  /// timeout(.seconds(4), scheduler: clock)  -1-2---|
  /// ```
  @preconcurrency @inlinable public func timeout<Context: Scheduler>(
    _ interval: Context.SchedulerTimeType.Stride,
    scheduler: Context,
    options: Context.SchedulerOptions? = nil,
    customError: (@Sendable () -> Failure)? = nil
  ) -> Publishers.Timeout<Self, Context> {
    .init(
      upstream: self,
      interval: interval,
      scheduler: scheduler,
      options: options,
      customError: customError
    )
  }
}

extension Publishers {
  /// What ``Publisher/timeout(_:scheduler:options:customError:)`` returns.
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Operator
  where Upstream.Output: Sendable {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// How long may pass between values.
    public let interval: Context.SchedulerTimeType.Stride

    /// The scheduler.
    public let scheduler: Context

    /// Scheduler options for the deliveries.
    public let options: Context.SchedulerOptions?

    /// Makes the error to end with.
    @preconcurrency public let customError: (@Sendable () -> Upstream.Failure)?

    /// Makes the publisher from its parts.
    @preconcurrency @inlinable public init(
      upstream: Upstream,
      interval: Context.SchedulerTimeType.Stride,
      scheduler: Context,
      options: Context.SchedulerOptions?,
      customError: (@Sendable () -> Upstream.Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.options = options
      self.customError = customError
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let timer = TimeoutTimer(interval: interval, scheduler: scheduler, options: options)
      let transfer = ScheduledSubscription(
        subscriber,
        name: "Timeout",
        scheduler: scheduler,
        timing: .soon(options),
        timer: timer
      )
      timer.onExpiry { [customError] in
        transfer.expire(customError.map { .failure($0()) } ?? .finished)
      }
      upstream.subscribe(transfer)
    }
  }
}

extension Publishers.Timeout: Sendable where Upstream: Sendable {}
