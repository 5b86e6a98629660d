extension Publisher where Output: Sendable {
  /// Ends the stream if no value comes for some time.
  ///
  /// The time runs from the subscription, from the first request and from every value. When it is
  /// over, upstream is cancelled, values that have not been delivered yet are dropped, and the
  /// stream ends. Demand passes through. Values, the end and the error are delivered on the
  /// scheduler, one at a time.
  ///
  /// - Parameters:
  ///   - interval: How long may pass between values.
  ///   - scheduler: Where the time comes from, and where deliveries happen.
  ///   - options: Extra wishes for the scheduler.
  ///   - customError: Makes the error to end with; without it the stream finishes.
  /// - Returns: A publisher that ends when it has been quiet for too long.
  ///
  /// ```marble
  /// numbers                                 -1-2---!
  /// timeout(.seconds(4), scheduler: clock)  -1-2---|
  /// ```
  @preconcurrency
  @inlinable
  public func timeout<Context: Scheduler>(
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
  /// A publisher that ends when it has been quiet for too long.
  ///
  /// See ``Publisher/timeout(_:scheduler:options:customError:)``.
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher
  where Upstream.Output: Sendable {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// How long may pass between values.
    public let interval: Context.SchedulerTimeType.Stride

    /// The scheduler.
    public let scheduler: Context

    /// Extra wishes for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Makes the error to end with.
    @preconcurrency public let customError: (@Sendable () -> Upstream.Failure)?

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
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
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let watchdog = Watchdog(interval: interval, scheduler: scheduler, options: options)
      let transfer = Transfer(
        subscriber,
        name: "Timeout",
        scheduler: scheduler,
        timing: .soon(options),
        watchdog: watchdog
      )
      watchdog.onExpiry { [customError] in
        transfer.expire(customError.map { .failure($0()) } ?? .finished)
      }
      upstream.subscribe(transfer)
    }
  }
}
