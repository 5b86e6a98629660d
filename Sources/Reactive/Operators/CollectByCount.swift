extension Publisher {
  /// Collects values into arrays of a size; the last one may be shorter.
  ///
  /// A demand for one array asks upstream for `count` values. When the stream finishes, what is
  /// there is sent as it is, asked for or not. At an error it is dropped.
  ///
  /// ```marble
  /// numbers     -1---2-------3---|
  /// collect(2)  -----[1,2]-------([3]|)
  /// ```
  @inlinable
  public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    .init(upstream: self, count: count)
  }
}

extension Publishers {
  /// A publisher of values in arrays of a size.
  ///
  /// See ``Publisher/collect(_:)``.
  public struct CollectByCount<Upstream: Publisher>: Publisher {
    /// The values of one array.
    public typealias Output = [Upstream.Output]

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The size of an array.
    public let count: Int

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(CollectSubscription(subscriber, count: count))
    }
  }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

@usableFromInline
final class CollectSubscription<Downstream: Subscriber, Input>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Input == [Input] {
  // @unchecked Sendable because the buffer is only used by upstream's deliveries.
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let count: Int
  @usableFromInline let upstream = Upstream()
  @usableFromInline var buffer: [Input] = []

  @inlinable
  init(_ downstream: Downstream, count: Int) {
    self.downstream = downstream
    self.count = count
  }

  @inlinable var description: String { "CollectByCount" }

  @inlinable
  func receive(subscription: any Subscription) {
    if upstream.connect(subscription) { downstream.receive(subscription: self) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    buffer.append(input)
    guard buffer.count == count else { return .none }
    return downstream.receive(take()) * count
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    let wasLive = upstream.finish()
    let rest = take()
    if case .finished = completion, wasLive, !rest.isEmpty { _ = downstream.receive(rest) }
    // Cancelled while it took the rest. A broken upstream's end after a cancel goes through, as in
    // Combine.
    if wasLive, upstream.isCancelled { return }
    downstream.receive(completion: completion)
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    upstream.request(demand * count)
  }

  @inlinable
  func cancel() {
    upstream.cancel()?.cancel()
  }

  @inlinable
  func take() -> [Input] {
    let values = buffer
    buffer = []
    return values
  }
}
