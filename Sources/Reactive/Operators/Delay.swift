extension Publisher where Output: Sendable {
  /// Delivers values and the end some time later, in order.
  ///
  /// What the subscriber asks for is passed on at once. An error is delayed as everything else is,
  /// and comes after the values before it. Deliveries happen on the scheduler, one at a time;
  /// cancelling drops what is on its way.
  ///
  /// - Parameters:
  ///   - interval: How much later.
  ///   - tolerance: How inaccurate that may be; without it, as exact as the scheduler can be.
  ///   - scheduler: Where the time comes from, and where deliveries happen.
  ///   - options: Extra wishes for the scheduler.
  /// - Returns: A publisher that delivers later.
  ///
  /// ```marble
  /// numbers                                    -1-2-|
  /// delay(for: .seconds(2), scheduler: clock)  ---1-2-|
  /// ```
  @inlinable
  public func delay<Context: Scheduler>(
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
  /// A publisher that delivers later.
  ///
  /// See ``Publisher/delay(for:tolerance:scheduler:options:)``.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher
  where Upstream.Output: Sendable {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// How much later.
    public let interval: Context.SchedulerTimeType.Stride

    /// How inaccurate that may be.
    public let tolerance: Context.SchedulerTimeType.Stride

    /// The scheduler.
    public let scheduler: Context

    /// Extra wishes for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Makes the publisher from its parts.
    @inlinable
    public init(
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
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        Transfer(
          subscriber,
          name: "Delay",
          scheduler: scheduler,
          timing: .after(interval, tolerance: tolerance, options)
        )
      )
    }
  }
}
