extension Publisher where Output: Sendable {
  /// Passes on at most one value in every interval.
  ///
  /// The first value goes at once and starts an interval; of those that come before its end, one is
  /// sent when it ends. Upstream is asked for everything at the subscription; a value that comes
  /// while the subscriber has not asked for one is dropped. The end and the error come on the
  /// scheduler, together with the value that waits, if one does. Deliveries happen on the
  /// scheduler, one at a time.
  ///
  /// - Parameters:
  ///   - interval: The time between two values.
  ///   - scheduler: Where the time comes from, and where deliveries happen.
  ///   - latest: Whether the newest value of an interval is sent, or the first.
  /// - Returns: A publisher of at most one value in every interval.
  ///
  /// ```marble
  /// numbers                                                     -1-2-3------4-|
  /// throttle(for: .seconds(5), scheduler: clock, latest: true)  -1----3-----4-|
  /// ```
  ///
  /// ```marble
  /// numbers                                                      -1-2-3------4-|
  /// throttle(for: .seconds(5), scheduler: clock, latest: false)  -1----2-----4-|
  /// ```
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
  ///
  /// See ``Publisher/throttle(for:scheduler:latest:)``.
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
