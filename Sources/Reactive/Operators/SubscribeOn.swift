extension Publisher where Output: Sendable {
  /// Subscribes, requests and cancels on a scheduler.
  ///
  /// For a publisher that works on the thread of whoever asks it. Values, the end and the error
  /// come on the thread they come on, which is the scheduler's if upstream sends from inside a
  /// request. Cancelling is silent at once for the subscriber; upstream hears of it on the
  /// scheduler.
  ///
  /// ```marble
  /// numbers               -1-2-|
  /// subscribe(on: clock)  -1-2-|
  /// ```
  @inlinable
  public func subscribe<Context: Scheduler>(
    on scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, Context> {
    .init(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that is subscribed to on a scheduler.
  ///
  /// See ``Publisher/subscribe(on:options:)``.
  public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher
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
      let stage = SubscribeOnSubscription(subscriber, scheduler, options)
      let upstream = Handed(upstream)
      scheduler.schedule(options: options) { upstream.value.subscribe(stage) }
    }
  }
}

@usableFromInline
final class SubscribeOnSubscription<Downstream: Subscriber, Context: Scheduler>: Subscriber,
  Subscription, CustomStringConvertible, Sendable
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let upstream = Upstream()

  @inlinable
  init(_ downstream: Downstream, _ scheduler: Context, _ options: Context.SchedulerOptions?) {
    self.downstream = downstream
    self.scheduler = scheduler
    self.options = options
  }

  @inlinable var description: String { "SubscribeOn" }

  @inlinable
  func receive(subscription: any Subscription) {
    if upstream.connect(subscription) { downstream.receive(subscription: self) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    upstream.isConnected ? downstream.receive(input) : .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if upstream.finish() { downstream.receive(completion: completion) }
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard let subscription = upstream.current() else { return }
    scheduler.schedule(options: options) { subscription.request(demand) }
  }

  @inlinable
  func cancel() {
    guard let subscription = upstream.close() else { return }
    scheduler.schedule(options: options) { subscription.cancel() }
  }
}
