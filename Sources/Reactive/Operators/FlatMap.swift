extension Publisher {
  /// Makes a publisher of every value and passes on the values of all of them as they come.
  ///
  /// `maxPublishers`: How many of them are attached at a time; upstream is asked for no
  ///   more values than that.
  @preconcurrency
  @inlinable
  public func flatMap<Result, P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited,
    _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where Result == P.Output, P.Failure == Failure {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher where Failure == Never {
  /// Makes a publisher of every value and passes on the values of all of them; they may fail.
  @preconcurrency
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited,
    _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }

  /// Makes a publisher of every value and passes on the values of all of them.
  @preconcurrency
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited,
    _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
    .init(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher {
  /// Makes a publisher, which cannot fail, of every value and passes on the values of all of them.
  @preconcurrency
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited,
    _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publishers {
  /// A publisher of the values of many publishers, each made of a value.
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    /// The kind of values sent.
    public typealias Output = NewPublisher.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// How many publishers are attached at a time.
    public let maxPublishers: Subscribers.Demand

    /// The closure that makes a publisher.
    @preconcurrency public let transform: @Sendable (Upstream.Output) -> NewPublisher

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      maxPublishers: Subscribers.Demand,
      transform: @escaping @Sendable (Upstream.Output) -> NewPublisher
    ) {
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let outer = FlatMapSubscriber(subscriber, maxPublishers, transform)
      subscriber.receive(subscription: outer)
      upstream.subscribe(outer)
    }
  }
}

/// Takes the values of which publishers are made, and adds those to a ``FanIn``.
@usableFromInline
final class FlatMapSubscriber<
  Downstream: Subscriber,
  Input,
  Child: Publisher
>: Subscriber, Subscription, CustomStringConvertible, Sendable
where Child.Output == Downstream.Input, Child.Failure == Downstream.Failure {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let maxPublishers: Subscribers.Demand
  @usableFromInline let transform: @Sendable (Input) -> Child
  @usableFromInline let outer: OuterLink
  @usableFromInline let fanIn: FanIn<Downstream>

  @inlinable
  init(
    _ downstream: Downstream,
    _ maxPublishers: Subscribers.Demand,
    _ transform: @escaping @Sendable (Input) -> Child
  ) {
    self.maxPublishers = maxPublishers
    self.transform = transform
    let outer = OuterLink(isBounded: maxPublishers != .unlimited)
    self.outer = outer
    fanIn = FanIn(
      downstream,
      name: "FlatMap",
      childFinished: { outer.requestOneMore() },
      ended: { byCancel in if byCancel { outer.upstream.close()?.cancel() } }
    )
  }

  @inlinable var description: String { fanIn.description }

  @inlinable
  func receive(subscription: any Subscription) {
    guard !fanIn.isOver else { return subscription.cancel() }
    if outer.upstream.connect(subscription) { subscription.request(maxPublishers) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    if !fanIn.isOver { fanIn.add(transform(input)) }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    _ = outer.upstream.close()
    switch completion {
    case .finished: fanIn.close()
    case .failure(let error): fanIn.fail(error)
    }
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    fanIn.request(demand)
  }

  @inlinable
  func cancel() {
    fanIn.cancel()
  }
}

/// The subscription to the publisher of values, shared with the ``FanIn`` without a cycle.
@usableFromInline
final class OuterLink: Sendable {
  @usableFromInline let upstream = Upstream()
  @usableFromInline let isBounded: Bool

  @inlinable
  init(isBounded: Bool) {
    self.isBounded = isBounded
  }

  @inlinable
  func requestOneMore() {
    if isBounded { upstream.request(.max(1)) }
  }
}
