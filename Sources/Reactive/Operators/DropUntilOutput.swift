extension Publisher {
  /// Leaves values out until another publisher sends something, then passes on the rest.
  ///
  /// The other publisher is asked for one value. What is left out has been asked for all the same
  /// and is not made up for: a subscriber that asks for three and misses three gets none until it
  /// asks again. If the other publisher ends before it sends anything, the stream ends in the same
  /// way, since nothing could ever pass.
  ///
  /// ```marble
  /// numbers                        -1--2--3--4--|
  /// signal                         -----x-------
  /// drop(untilOutputFrom: signal)  -------3--4--|
  /// ```
  @inlinable
  public func drop<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.DropUntilOutput<Self, P> where P.Failure == Failure {
    .init(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that leaves values out until another one sends something.
  ///
  /// See ``Publisher/drop(untilOutputFrom:)``.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The publisher whose first value lets values through.
    public let other: Other

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let drop = DropUntilSubscription(subscriber)
      subscriber.receive(subscription: drop)
      other.subscribe(
        Trigger<Other.Output, Failure>(
          signal: drop.trigger,
          owner: drop,
          onValue: { drop.open() },
          onCompletion: { drop.otherEnded($0) }
        )
      )
      upstream.subscribe(drop)
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

@usableFromInline
final class DropUntilSubscription<Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible, Sendable
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let trigger = TriggerLink()
  @usableFromInline let downstream: Downstream
  @usableFromInline let ledger = Ledger()
  @usableFromInline let isOpen = Locked(false)

  @inlinable
  init(_ downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable var description: String { "DropUntilOutput" }

  @inlinable
  func receive(subscription: any Subscription) {
    _ = ledger.connect(subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard isOpen.withLock({ $0 }), !ledger.isClosed else {
      ledger.spendOrTrap()
      return .none
    }
    return downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard ledger.close().isFirst else { return }
    trigger.cancel()
    downstream.receive(completion: completion)
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    ledger.request(demand)
  }

  @inlinable
  func cancel() {
    ledger.close().subscription?.cancel()
    trigger.cancel()
  }

  @inlinable
  func open() {
    isOpen.withLock { $0 = true }
  }

  /// Without a value to open it, nothing would ever be let through.
  @inlinable
  func otherEnded(_ completion: Subscribers.Completion<Failure>) {
    let (isFirst, subscription) = ledger.close()
    subscription?.cancel()
    if isFirst { downstream.receive(completion: completion) }
  }
}
