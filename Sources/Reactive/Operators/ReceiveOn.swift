extension Publisher where Output: Sendable {
  /// Delivers values and the end on a scheduler, in order.
  ///
  /// Deliveries never overlap, even on a concurrent queue. An error comes after the values before
  /// it. Demand passes through, on the thread it comes from; what the subscriber asks for in answer
  /// to a value is asked for from the scheduler. Cancelling drops what is on its way. Use it to
  /// bring values to the queue that owns what they change; for the thread on which the work itself
  /// is done there is ``subscribe(on:options:)``.
  ///
  /// ```marble
  /// numbers             -1-2-|
  /// receive(on: clock)  -1-2-|
  /// ```
  @inlinable
  public func receive<Context: Scheduler>(
    on scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, Context> {
    .init(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that delivers on a scheduler.
  ///
  /// See ``Publisher/receive(on:options:)``.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher
  where Upstream.Output: Sendable {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The scheduler.
    public let scheduler: Context

    /// Extra wishes for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Makes the publisher from its parts.
    @inlinable
    public init(
      upstream: Upstream,
      scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
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
          name: "ReceiveOn",
          scheduler: scheduler,
          timing: .soon(options)
        )
      )
    }
  }
}
