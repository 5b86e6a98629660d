extension Publisher where Output: Sendable {
  /// Passes on at most one value in every interval.
  ///
  /// `latest`: Whether that is the newest value of the interval, or the first.
  @inlinable
  public func throttle<Context: Scheduler>(
    for interval: Context.SchedulerTimeType.Stride,
    scheduler: Context,
    latest: Bool
  ) -> Publishers.Throttle<Self, Context> {
    .init(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// A publisher of at most one value in every interval.
  public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher
  where Upstream.Output: Sendable {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The time between two values.
    public let interval: Context.SchedulerTimeType.Stride

    /// The scheduler.
    public let scheduler: Context

    /// Whether the newest value of an interval is taken, or the first.
    public let latest: Bool

    /// Makes the publisher from its parts.
    @inlinable
    public init(
      upstream: Upstream,
      interval: Context.SchedulerTimeType.Stride,
      scheduler: Context,
      latest: Bool
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.latest = latest
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        ThrottleStorage(subscriber, interval: interval, scheduler: scheduler, latest: latest)
      )
    }
  }
}
