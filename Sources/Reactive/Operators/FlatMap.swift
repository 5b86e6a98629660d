extension Publisher {
  /// Makes a publisher of every value and passes on the values of all of them as they come.
  ///
  /// Upstream is asked for as many values as publishers may be attached at a time, and for one more
  /// whenever one of them finishes. Each of these is asked for one value at a time, or for
  /// everything if the subscriber asks for that. Finishes when upstream and all of them have
  /// finished. The first error, from wherever, ends the stream and cancels the publishers that are
  /// attached; upstream itself is not cancelled by the error of one of them, and what it sends is
  /// ignored. To follow only the newest of them, as a search does, use `switchToLatest()`.
  ///
  /// ```marble
  /// words             -a----b------|
  /// for a              --1----2-|
  /// for b                   ----3---4-|
  /// flatMap(results)  ---1----2-3---4-|
  /// ```
  @preconcurrency @inlinable public func flatMap<Result, P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited,
    _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where Result == P.Output, P.Failure == Failure {
    .init(self, flatteningUpTo: maxPublishers, transform)
  }
}

extension Publisher where Failure == Never {
  /// Makes a publisher of every value and passes on the values of all of them; they may fail.
  @preconcurrency @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited,
    _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }

  /// Makes a publisher of every value and passes on the values of all of them.
  @preconcurrency @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited,
    _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
    .init(self, flatteningUpTo: maxPublishers, transform)
  }
}

extension Publisher {
  /// Makes a publisher, which cannot fail, of every value and passes on the values of all of them.
  @preconcurrency @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited,
    _ transform: @escaping @Sendable (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publishers.ClosureOperator where Others == Void {
  @inlinable init<Child: Publisher>(
    _ upstream: Upstream,
    flatteningUpTo maxPublishers: Subscribers.Demand,
    _ transform: @escaping @Sendable (Upstream.Output) -> Child
  ) where Child.Output == Output, Child.Failure == Failure, Failure == Upstream.Failure {
    self.init(upstream, and: ()) { upstream, _, subscriber in
      let outer = FlatMapSubscriber(subscriber, maxPublishers, transform)
      subscriber.receive(subscription: outer)
      upstream.subscribe(outer)
    }
  }
}

extension Publishers {
  /// What `Publisher.flatMap(maxPublishers:_:)` returns.
  public typealias FlatMap<NewPublisher: Publisher, Upstream: Publisher> = ClosureOperator<
    Upstream, Void, NewPublisher.Output, Upstream.Failure
  >
}

/// Takes the values of which publishers are made, and adds those to a ``MergeSubscription``.
@usableFromInline
final class FlatMapSubscriber<Downstream: Subscriber, Input, Child: Publisher>: OperatorSubscription
where Child.Output == Downstream.Input, Child.Failure == Downstream.Failure {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let maxPublishers: Subscribers.Demand
  @usableFromInline let transform: @Sendable (Input) -> Child
  @usableFromInline let outer: SharedLink
  @usableFromInline let merge: MergeSubscription<Downstream>

  @inlinable init(
    _ downstream: Downstream,
    _ maxPublishers: Subscribers.Demand,
    _ transform: @escaping @Sendable (Input) -> Child
  ) {
    self.maxPublishers = maxPublishers
    self.transform = transform
    let outer = SharedLink()
    self.outer = outer
    merge = MergeSubscription(
      downstream,
      name: "FlatMap",
      childFinished: { if maxPublishers != .unlimited { outer.upstream.request(.max(1)) } },
      cancelled: { outer.upstream.close()?.cancel() }
    )
  }

  @inlinable var name: StaticString { merge.name }

  @inlinable func receive(subscription: any Subscription) {
    guard !merge.isOver else { return subscription.cancel() }
    if outer.upstream.connect(subscription) { subscription.request(maxPublishers) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if !merge.isOver { merge.add(transform(input)) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    outer.upstream.close()
    switch completion {
    case .finished: merge.close()
    case .failure(let error): merge.fail(error)
    }
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    merge.request(demand)
  }

  @inlinable func cancel() {
    merge.cancel()
  }
}
