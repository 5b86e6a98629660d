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
  @usableFromInline let state = Locked(State())

  @usableFromInline
  @frozen
  struct State: Sendable {
    @usableFromInline var isOver = false
    @usableFromInline var isDelivering = false
    @usableFromInline var isEndDue = false

    @inlinable
    init() {}

    /// Ends the stream; `true` for the one caller who did.
    @inlinable
    mutating func end() -> Bool {
      defer { isOver = true }
      return !isOver
    }

    @inlinable
    mutating func begin() -> Bool {
      isDelivering = !isOver
      return isDelivering
    }

    /// `true` if the end came while a value was being delivered.
    @inlinable
    mutating func delivered() -> Bool {
      isDelivering = false
      defer { isEndDue = false }
      return isEndDue
    }
  }

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
    guard upstream.isConnected, state.withLock({ $0.begin() }) else { return .none }
    let more = downstream.receive(input)
    if state.withLock({ $0.delivered() }) { downstream.receive(completion: .finished) }
    return more
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    let wasConnected = upstream.finish()
    trigger.cancel()
    if wasConnected, state.withLock({ $0.end() }) { downstream.receive(completion: completion) }
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    if !state.withLock({ $0.isOver }) { upstream.request(demand) }
  }

  @inlinable
  func cancel() {
    let wasLive = state.withLock { state in
      state.isEndDue = false
      return state.end()
    }
    let last = upstream.abort()
    if wasLive { last?.cancel() }
    trigger.cancel()
  }

  @inlinable
  func triggered() {
    let (isFirst, waits) = state.withLock { state in
      let isFirst = state.end()
      if isFirst { state.isEndDue = state.isDelivering }
      return (isFirst, state.isDelivering)
    }
    guard isFirst else { return }
    upstream.abort()?.cancel()
    if !waits { downstream.receive(completion: .finished) }
  }
}
