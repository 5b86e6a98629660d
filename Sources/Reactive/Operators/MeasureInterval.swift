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
    .init(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// What ``Publisher/measureInterval(using:options:)`` returns.
  public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Operator {
    /// The kind of values sent.
    public typealias Output = Context.SchedulerTimeType.Stride
    /// The publisher that values come from.
    public let upstream: Upstream

    /// The scheduler.
    public let scheduler: Context

    /// Makes the publisher from its parts.
    @inlinable public init(
      upstream: Upstream,
      scheduler: Context
    ) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Upstream.Failure {
      upstream.subscribe(MeasureSubscription<S, Upstream.Output, Context>(subscriber, scheduler))
    }
  }
}

@usableFromInline
final class MeasureSubscription<Downstream: Subscriber, Input, Context: Scheduler>:
  Subscriber, Subscription, CustomStringConvertible, Sendable
where Downstream.Input == Context.SchedulerTimeType.Stride {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let scheduler: Context
  @usableFromInline let upstream = UpstreamLink()
  @usableFromInline let last = Locked<Context.SchedulerTimeType?>(nil)

  @inlinable init(_ downstream: Downstream, _ scheduler: Context) {
    self.downstream = downstream
    self.scheduler = scheduler
  }

  @inlinable var description: String { "MeasureInterval" }

  @inlinable func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    _ = replace(with: scheduler.now)
    downstream.receive(subscription: self)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    let now = scheduler.now
    let previous = replace(with: now) ?? now
    let more = downstream.receive(previous.distance(to: now))
    if more != .none { upstream.request(more) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if upstream.finish() { downstream.receive(completion: completion) }
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @inlinable func cancel() {
    upstream.close()?.cancel()
  }

  @inlinable func replace(with time: Context.SchedulerTimeType) -> Context.SchedulerTimeType? {
    last.withLock { last in
      defer { last = time }
      return last
    }
  }
}

extension Publishers.MeasureInterval: Sendable where Upstream: Sendable {}
