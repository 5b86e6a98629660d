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
  @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    .init(upstream: self, count: count)
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
    .init(self, "DropWhile", trust: .whileConnected, state: true) { isDropping, value in
      isDropping = isDropping && predicate(value)
      return isDropping ? .skip : .send(value)
    }
  }

  /// Leaves values out until a closure that can throw returns `false`, then passes on the rest.
  ///
  /// As ``drop(while:)``; what the closure throws ends the stream as its failure, and upstream is
  /// canceled.
  ///
  /// ```marble
  /// words                    -1-2-(x!)
  /// tryDrop(while: isSmall)  -----#
  /// ```
  @preconcurrency @inlinable public func tryDrop(
    while predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryDropWhile<Self> {
    .init(throwing: self, "TryDropWhile", trust: .whileConnected, state: true) {
      isDropping,
      value in
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
  @inlinable public func drop<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.DropUntilOutput<Self, P> where P.Failure == Failure {
    .init(upstream: self, other: publisher)
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
  public struct Drop<Upstream: Publisher>: Operator {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// How many values are left out.
    public let count: Int

    /// Makes the publisher from its parts.
    @inlinable public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    /// Attaches a subscriber; what is left out is asked for in addition to its demand.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let drop = DropSubscription(subscriber, count: count)
      subscriber.receive(subscription: drop)
      upstream.subscribe(drop)
    }
  }

  /// What ``Publisher/drop(untilOutputFrom:)`` returns.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Operator
  where Upstream.Failure == Other.Failure {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// The publisher whose first value lets values through.
    public let other: Other

    /// Makes the publisher from its parts.
    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let drop = DropUntilSubscription(subscriber)
      subscriber.receive(subscription: drop)
      other.subscribe(
        SignalSubscriber<Other.Output, Other.Failure>(
          drop.signal,
          owner: drop,
          onValue: { drop.open() },
          onCompletion: { drop.otherEnded($0) }
        )
      )
      upstream.subscribe(drop)
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
extension Publishers.Drop: Sendable where Upstream: Sendable {}
extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
extension Publishers.DropUntilOutput: Sendable where Upstream: Sendable, Other: Sendable {}

@usableFromInline
final class DropSubscription<Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
{
  // @unchecked Sendable because `remaining` is only used by upstream's deliveries.
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let arbiter = SubscriptionArbiter()
  @usableFromInline var remaining: Int

  @inlinable init(_ downstream: Downstream, count: Int) {
    self.downstream = downstream
    remaining = count
  }

  @inlinable var description: String { "Drop" }

  @inlinable func receive(subscription: any Subscription) {
    precondition(remaining >= 0, "a count cannot be negative")
    _ = arbiter.connect(subscription, extra: remaining)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard remaining == 0 else {
      remaining -= 1
      return .none
    }
    return downstream.receive(input)
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    arbiter.disconnect()
    downstream.receive(completion: completion)
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    arbiter.request(demand)
  }

  @inlinable func cancel() {
    arbiter.close().subscription?.cancel()
  }
}

@usableFromInline
final class DropUntilSubscription<Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible, Sendable
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let arbiter = SubscriptionArbiter()
  @usableFromInline let signal = SignalLink()
  @usableFromInline let isOpen = Locked(false)

  @inlinable init(_ downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable var description: String { "DropUntilOutput" }

  @inlinable func receive(subscription: any Subscription) {
    _ = arbiter.connect(subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard isOpen.withLock({ $0 }), !arbiter.isClosed else {
      arbiter.spendOrTrap()
      return .none
    }
    return downstream.receive(input)
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard arbiter.close().isFirst else { return }
    signal.cancel()
    downstream.receive(completion: completion)
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    arbiter.request(demand)
  }

  @inlinable func cancel() {
    arbiter.close().subscription?.cancel()
    signal.cancel()
  }

  @inlinable func open() {
    isOpen.withLock { $0 = true }
  }

  /// Without a value to open it, nothing would ever be let through.
  @inlinable func otherEnded(_ completion: Subscribers.Completion<Failure>) {
    let (isFirst, subscription) = arbiter.close()
    subscription?.cancel()
    if isFirst { downstream.receive(completion: completion) }
  }
}
