extension Publisher {
  /// Leaves out the first values, and passes on the rest.
  ///
  /// What is left out is asked for on top of what the subscriber asks for, and is asked for at
  /// once. The end and the error pass on at any time. A negative count traps.
  ///
  /// ```marble
  /// numbers       -1-2-3-4-|
  /// dropFirst(2)  -----3-4-|
  /// ```
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    .init(upstream: self, count: count)
  }
}

extension Publishers {
  /// A publisher that leaves out the first values.
  ///
  /// See ``Publisher/dropFirst(_:)``.
  public struct Drop<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// How many values are left out.
    public let count: Int

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    /// Attaches a subscriber; what is left out is asked for on top of its demand.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let drop = DropSubscription(subscriber, count: count)
      subscriber.receive(subscription: drop)
      upstream.subscribe(drop)
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

@usableFromInline
final class DropSubscription<Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
{
  // @unchecked Sendable because `remaining` is only used by upstream's deliveries.
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let ledger = Ledger()
  @usableFromInline var remaining: Int

  @inlinable
  init(_ downstream: Downstream, count: Int) {
    self.downstream = downstream
    remaining = count
  }

  @inlinable var description: String { "Drop" }

  @inlinable
  func receive(subscription: any Subscription) {
    precondition(remaining >= 0, "a count cannot be negative")
    _ = ledger.connect(subscription, extra: remaining)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard remaining == 0 else {
      remaining -= 1
      return .none
    }
    return downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    ledger.disconnect()
    downstream.receive(completion: completion)
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    ledger.request(demand)
  }

  @inlinable
  func cancel() {
    ledger.close().subscription?.cancel()
  }
}
