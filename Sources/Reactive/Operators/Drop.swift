extension Publisher {
  /// Leaves out the first values, and passes on the rest.
  ///
  /// What is left out is asked for in addition to what the subscriber asks for, and is asked for at
  /// once. The end and the error pass on at any time. A negative count traps.
  ///
  /// ```marble
  /// numbers       -1-2-3-4-|
  /// dropFirst(2)  -----3-4-|
  /// ```
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    .init(self, and: ()) { upstream, _, subscriber in
      let drop = DropSubscription(subscriber, count: count)
      subscriber.receive(subscription: drop)
      upstream.subscribe(drop)
    }
  }

  /// Leaves values out until a closure returns `false`, then passes on that one and the rest.
  ///
  /// The closure is not called again after its first `false`. For a value that is left out,
  /// upstream is asked for one more. The end and the error pass on at any time.
  ///
  /// ```marble
  /// numbers                  -1-3-2-4-|
  /// drop(while: { $0 < 3 })  ---3-2-4-|
  /// ```
  @preconcurrency @inlinable public func drop(
    while predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.DropWhile<Self> {
    .init(self, "DropWhile", state: true, mapFailure: same) { isDropping, value in
      isDropping = isDropping && predicate(value)
      return isDropping ? .skip : .send(value)
    }
  }

  /// Leaves values out until a closure that can throw returns `false`, then passes on the rest.
  ///
  /// As ``drop(while:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryDrop(
    while predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryDropWhile<Self> {
    .init(self, "TryDropWhile", state: true, mapFailure: anyError) { isDropping, value in
      isDropping = try isDropping && predicate(value)
      return isDropping ? .skip : .send(value)
    }
  }

  /// Leaves values out until another publisher sends something, then passes on the rest.
  ///
  /// The other publisher is asked for one value. What is left out counts as asked for: a subscriber
  /// that asks for three and misses three gets none until it asks again. If the other publisher
  /// ends before it sends anything, the stream ends in the same way, since nothing could ever pass.
  ///
  /// ```marble
  /// numbers                        -1--2--3--4--|
  /// signal                         -----x-------
  /// drop(untilOutputFrom: signal)  -------3--4--|
  /// ```
  public func drop<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.DropUntilOutput<Self, P> where P.Failure == Failure {
    .init(self, and: publisher) { upstream, other, subscriber in
      let drop = DropUntilSubscription(subscriber)
      subscriber.receive(subscription: drop)
      other.subscribe(
        SignalSubscriber<P.Output, Failure>(
          signal: drop.signal,
          owner: drop,
          onValue: { drop.open() },
          onCompletion: { drop.otherEnded($0) }
        )
      )
      upstream.subscribe(drop)
    }
  }
}

extension Publishers {
  /// What ``Publisher/drop(while:)`` returns.
  public typealias DropWhile<Upstream: Publisher> = Staged<
    Upstream, Bool, Upstream.Output, Upstream.Failure
  >

  /// What ``Publisher/tryDrop(while:)`` returns.
  public typealias TryDropWhile<Upstream: Publisher> = Staged<
    Upstream, Bool, Upstream.Output, any Error
  >

  /// What ``Publisher/dropFirst(_:)`` returns.
  public typealias Drop<Upstream: Publisher> = Relayed<Upstream>

  /// What ``Publisher/drop(untilOutputFrom:)`` returns.
  public typealias DropUntilOutput<Upstream: Publisher, Other: Publisher> = ClosureOperator<
    Upstream, Other, Upstream.Output, Upstream.Failure
  >
}

final class DropSubscription<Input, Failure: Error>: OperatorSubscription, @unchecked Sendable {
  // @unchecked Sendable because `remaining` is only used by upstream's deliveries.
  let downstream: AnySubscriber<Input, Failure>
  let arbiter = SubscriptionArbiter()
  var remaining: Int

  init(_ downstream: AnySubscriber<Input, Failure>, count: Int) {
    self.downstream = downstream
    remaining = count
  }

  var name: StaticString { "Drop" }

  func receive(subscription: any Subscription) {
    precondition(remaining >= 0, "a count cannot be negative")
    arbiter.connect(subscription, extra: remaining)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard arbiter.hasSubscription else { return .none }
    if remaining == 0 { return downstream.receive(input) }
    remaining -= 1
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if arbiter.release() { downstream.receive(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) {
    demand.assertNonZero()
    arbiter.request(demand)
  }

  func cancel() {
    arbiter.close().subscription?.cancel()
  }
}

final class DropUntilSubscription<Input, Failure: Error>: OperatorSubscription {
  let downstream: AnySubscriber<Input, Failure>
  let arbiter = SubscriptionArbiter()
  let signal = SharedLink()
  let isOpen = Locked(false)

  init(_ downstream: AnySubscriber<Input, Failure>) {
    self.downstream = downstream
  }

  var name: StaticString { "DropUntilOutput" }

  func receive(subscription: any Subscription) {
    arbiter.connect(subscription)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard isOpen.withLock({ $0 }), !arbiter.isClosed else {
      _ = arbiter.spend()
      return .none
    }
    return downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard arbiter.close().isFirst else { return }
    signal.upstream.close()?.cancel()
    downstream.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    arbiter.request(demand)
  }

  func cancel() {
    arbiter.close().subscription?.cancel()
    signal.upstream.close()?.cancel()
  }

  func open() {
    isOpen.withLock { $0 = true }
  }

  /// Without a value to open it, nothing would ever be let through.
  func otherEnded(_ completion: Subscribers.Completion<Failure>) {
    let (isFirst, subscription) = arbiter.close()
    subscription?.cancel()
    if isFirst { downstream.receive(completion: completion) }
  }
}
