extension Publisher where Output: Sendable {
  /// Passes on a value once nothing newer has come for some time.
  ///
  /// A burst of values becomes its last one. Every value starts the wait anew and replaces the one
  /// that waits; when it has been quiet for `dueTime`, the one that waits is sent. So a search that
  /// follows the keys of a typist asks once for each pause, not once for each key.
  ///
  /// - **Demand.** Upstream is asked for everything at the subscription. A value that is due while
  ///   the subscriber has not asked for one is dropped.
  /// - **End.** The end and the error are passed on as soon as the scheduler lets them; a value
  ///   that still waits is dropped.
  /// - **Threads.** Values and the end are delivered on the scheduler, one at a time and in order.
  /// - **Cancelling** drops the value that waits; nothing comes after.
  ///
  /// For a value at regular intervals while a burst goes on, use
  /// ``throttle(for:scheduler:latest:)``.
  ///
  /// ```marble
  /// words                                         -s-sw-swift-------x----y-|
  /// debounce(for: .seconds(3), scheduler: clock)  ---------swift-------x---|
  /// ```
  ///
  /// - Parameters:
  ///   - dueTime: How long it has to be quiet.
  ///   - scheduler: Where the time comes from, and where deliveries happen.
  ///   - options: Extra wishes for the scheduler.
  /// - Returns: A publisher of the last value of every burst.
  @inlinable
  public func debounce<Context: Scheduler>(
    for dueTime: Context.SchedulerTimeType.Stride,
    scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, Context> {
    .init(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher of the last value of every burst.
  ///
  /// See ``Publisher/debounce(for:scheduler:options:)``.
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher
  where Upstream.Output: Sendable {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// How long it has to be quiet.
    public let dueTime: Context.SchedulerTimeType.Stride

    /// The scheduler.
    public let scheduler: Context

    /// Extra wishes for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Makes the publisher from its parts.
    @inlinable
    public init(
      upstream: Upstream,
      dueTime: Context.SchedulerTimeType.Stride,
      scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        DebounceStorage(subscriber, dueTime: dueTime, scheduler: scheduler, options: options)
      )
    }
  }
}
