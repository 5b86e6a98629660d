extension Publisher where Output: Sendable {
  /// Delivers values and the end on a scheduler, in order.
  ///
  /// Deliveries never overlap, even on a concurrent queue. An error comes after the values before
  /// it. Demand passes through, on the thread it comes from; what the subscriber asks for in
  /// answer to a value is asked for from the scheduler. What gathers while a closure waits for
  /// its turn is delivered by that closure. Cancelling drops what is on its way. Use it to bring
  /// values to the queue that owns what they change; to choose the thread on which the work
  /// itself is done, use ``subscribe(on:options:)``.
  ///
  /// ```marble
  /// numbers             -1-2-|
  /// receive(on: clock)  -1-2-|
  /// ```
  @inlinable public func receive<Context: Scheduler>(
    on scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, Context> {
    .init(self) {
      ScheduledSubscription($0, name: "ReceiveOn", scheduler: scheduler, timing: .soon(options))
    }
  }

  /// Subscribes, requests and cancels on a scheduler.
  ///
  /// For a publisher that works on the thread that requests from it. Values, the end and the error
  /// come on the thread they come on, which is the scheduler's if upstream sends from inside a
  /// request. Cancelling is silent at once for the subscriber, and reaches upstream on the
  /// scheduler.
  ///
  /// ```marble
  /// numbers               -1-2-|
  /// subscribe(on: clock)  -1-2-|
  /// ```
  @preconcurrency public func subscribe<Context: Scheduler>(
    on scheduler: Context,
    options: Context.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, Context> where Self: Sendable {
    .init(self, and: ()) { upstream, _, subscriber in
      let subscription = SubscribeOnSubscription(subscriber, scheduler, options)
      scheduler.schedule(options: options) { upstream.subscribe(subscription) }
    }
  }
}

extension Publishers {
  /// What ``Publisher/receive(on:options:)`` returns.
  public typealias ReceiveOn<Upstream: Publisher, Context: Scheduler> = Relayed<Upstream>

  /// What ``Publisher/subscribe(on:options:)`` returns.
  public typealias SubscribeOn<Upstream: Publisher & Sendable, Context: Scheduler> =
    Relayed<Upstream>
}

final class SubscribeOnSubscription<Input, Failure: Error, Context: Scheduler>: LinkedSubscription {
  let downstream: AnySubscriber<Input, Failure>
  let scheduler: Context
  let options: Context.SchedulerOptions?
  let upstream = UpstreamLink()

  init(
    _ downstream: AnySubscriber<Input, Failure>,
    _ scheduler: Context,
    _ options: Context.SchedulerOptions?
  ) {
    self.downstream = downstream
    self.scheduler = scheduler
    self.options = options
  }

  var name: StaticString { "SubscribeOn" }

  func receive(_ input: Input) -> Subscribers.Demand {
    upstream.isConnected ? downstream.receive(input) : .none
  }

  func request(_ demand: Subscribers.Demand) {
    guard let subscription = upstream.current else { return }
    scheduler.schedule(options: options) { subscription.request(demand) }
  }

  func cancel() {
    guard let subscription = upstream.close() else { return }
    scheduler.schedule(options: options) { subscription.cancel() }
  }
}
