extension Publisher {
  /// Passes values on until another publisher sends something, then finishes.
  ///
  /// The other publisher is asked for one value; that it ends or fails does not matter. Upstream is
  /// cancelled at that value. Demand, the end and the error pass through.
  ///
  /// ```marble
  /// numbers                          -1--2-!
  /// signal                           ------x----
  /// prefix(untilOutputFrom: signal)  -1--2-|
  /// ```
  @inlinable
  public func prefix<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.PrefixUntilOutput<Self, P> {
    .init(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that ends when another one sends a value.
  ///
  /// See ``Publisher/prefix(untilOutputFrom:)``.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The publisher whose first value ends the stream; its end is ignored.
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
      let prefix = PrefixUntilSubscription(subscriber)
      other.subscribe(
        Trigger<Other.Output, Other.Failure>(
          signal: prefix.trigger,
          owner: prefix,
          onValue: { prefix.triggered() },
          onCompletion: { _ in }
        )
      )
      upstream.subscribe(prefix)
    }
  }
}

@usableFromInline
final class PrefixUntilSubscription<Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible, Sendable
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let trigger = TriggerLink()
  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = Upstream()
  @usableFromInline let isOver = Locked(false)

  @inlinable
  init(_ downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable var description: String { "PrefixUntilOutput" }

  @inlinable
  func receive(subscription: any Subscription) {
    if upstream.connect(subscription) { downstream.receive(subscription: self) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    upstream.isConnected && !isOver.withLock({ $0 }) ? downstream.receive(input) : .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    let wasConnected = upstream.finish()
    trigger.cancel()
    if wasConnected, end() { downstream.receive(completion: completion) }
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    if !isOver.withLock({ $0 }) { upstream.request(demand) }
  }

  @inlinable
  func cancel() {
    let wasLive = end()
    let last = upstream.abort()
    if wasLive { last?.cancel() }
    trigger.cancel()
  }

  @inlinable
  func triggered() {
    guard end() else { return }
    upstream.abort()?.cancel()
    downstream.receive(completion: .finished)
  }

  /// Ends the stream; `true` for the one caller who did.
  @inlinable
  func end() -> Bool {
    isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
  }
}
