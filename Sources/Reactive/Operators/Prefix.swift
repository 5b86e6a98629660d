extension Publisher {
  /// Passes on a number of values, then finishes.
  ///
  /// Upstream is canceled after the last of them, in the same call: the subscriber does not have
  /// to wait for another value. Demand, an earlier end and the error pass through. With a length
  /// of zero the stream finishes when upstream sends its first value. A negative length traps.
  ///
  /// ```marble
  /// numbers    -1-(2!)
  /// prefix(2)  -1-(2|)
  /// ```
  @inlinable public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    output(in: ..<maxLength)
  }

  /// Passes on the value at a position, counted from zero, then finishes.
  ///
  /// For each value before it, upstream is asked for one more; it is canceled at the value itself.
  /// A stream that is shorter just ends. A negative position traps.
  ///
  /// ```marble
  /// numbers        -1-(2!)
  /// output(at: 1)  ---(2|)
  /// ```
  @inlinable public func output(at index: Int) -> Publishers.Output<Self> {
    output(in: index...index)
  }

  /// Passes on the values in a range of positions, counted from zero, then finishes.
  ///
  /// For each value before the range, upstream is asked for one more; it is canceled at the last
  /// one of the range. A negative position traps.
  ///
  /// ```marble
  /// numbers            -1-2-(3!)
  /// output(in: 1...2)  ---2-(3|)
  /// ```
  @inlinable public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self>
  where R.Bound == Int {
    .init(upstream: self, range: range.relative(to: 0..<Int.max))
  }

  /// Passes values on until a closure returns `false`, then finishes.
  ///
  /// The value that does not match is not passed on; upstream is canceled there. Demand, the end
  /// and the error pass through.
  ///
  /// ```marble
  /// numbers                    -1-2-(3!)
  /// prefix(while: { $0 < 3 })  -1-2-|
  /// ```
  @preconcurrency @inlinable public func prefix(
    while predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.PrefixWhile<Self> {
    .init(self, "PrefixWhile", state: .init()) { _, value in
      predicate(value) ? .send(value) : .finish
    }
  }

  /// Passes values on until a closure that can throw returns `false`, then finishes.
  ///
  /// As ``prefix(while:)``; what the closure throws ends the stream as its failure, and upstream is
  /// canceled.
  ///
  /// ```marble
  /// words                      -1-2-(x!)
  /// tryPrefix(while: isSmall)  -1-2-#
  /// ```
  @preconcurrency @inlinable public func tryPrefix(
    while predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryPrefixWhile<Self> {
    .init(throwing: self, "TryPrefixWhile", state: .init()) { _, value in
      try predicate(value) ? .send(value) : .finish
    }
  }

  /// Passes values on until another publisher sends something, then finishes.
  ///
  /// The other publisher is asked for one value; that it ends or fails does not matter. Upstream is
  /// canceled at that value. Demand, the end and the error pass through.
  ///
  /// ```marble
  /// numbers                          -1--2-!
  /// signal                           ------x----
  /// prefix(untilOutputFrom: signal)  -1--2-|
  /// ```
  public func prefix<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.PrefixUntilOutput<Self, P> {
    .init(self, and: publisher) { upstream, other, subscriber in
      let prefix = PrefixUntilSubscription<Output, Failure>(subscriber)
      other.subscribe(
        SignalSubscriber<P.Output, P.Failure>(
          signal: prefix.signal,
          owner: prefix,
          onValue: { prefix.signaled() }
        )
      )
      upstream.subscribe(prefix)
    }
  }
}

extension Publishers {
  /// What ``Publisher/prefix(while:)`` returns.
  public typealias PrefixWhile<Upstream: Publisher> = Staged<
    Upstream, Stateless, Upstream.Output, Upstream.Failure
  >

  /// What ``Publisher/tryPrefix(while:)`` returns.
  public typealias TryPrefixWhile<Upstream: Publisher> = Staged<
    Upstream, Stateless, Upstream.Output, any Error
  >

  /// What ``Publisher/output(in:)`` returns.
  public struct Output<Upstream: Publisher>: Operator {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The publisher that values come from.
    public let upstream: Upstream

    /// The positions that are passed on.
    public let range: CountableRange<Int>

    /// Makes the publisher from its parts.
    @inlinable public init(upstream: Upstream, range: CountableRange<Int>) {
      precondition(range.lowerBound >= 0, "a position cannot be negative")
      self.upstream = upstream
      self.range = range
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let left = (before: range.lowerBound, inside: range.count)
      Staged(upstream, "Output", trust: .full, state: left) { left, value in
        guard left.before == 0 else {
          left.before -= 1
          return .skip
        }
        guard left.inside > 0 else { return .finish }
        left.inside -= 1
        return left.inside > 0 ? .send(value) : .last(value)
      }
      .receive(subscriber: subscriber)
    }
  }

  /// What ``Publisher/prefix(untilOutputFrom:)`` returns.
  public typealias PrefixUntilOutput<Upstream: Publisher, Other: Publisher> = Attached<
    Upstream, Other, Upstream.Output, Upstream.Failure
  >
}

extension Publishers.Output: Equatable where Upstream: Equatable {}
extension Publishers.Output: Sendable where Upstream: Sendable {}

final class PrefixUntilSubscription<Input, Failure: Error>: LinkedSubscription {
  let signal = SharedLink()
  let downstream: AnySubscriber<Input, Failure>
  let upstream = UpstreamLink()

  /// The value that is being delivered, and the end that waits for it.
  ///
  /// It need not count: upstream sends no more than was asked for.
  let delivery = Locked(DeliveryQueue<Input, Failure>(demand: .unlimited))

  init(_ downstream: AnySubscriber<Input, Failure>) {
    self.downstream = downstream
  }

  var name: StaticString { "PrefixUntilOutput" }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    guard case .deliver(let input) = delivery.withLock({ $0.send(input) }) else { return .none }
    let more = downstream.receive(input)
    endIfDue(delivery.withLock { $0.delivered(.none) })
    return more
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let wasConnected = upstream.finish()
    signal.cancel()
    if wasConnected { endIfDue(delivery.withLock { $0.end(completion) }) }
  }

  func request(_ demand: Subscribers.Demand) {
    if !delivery.withLock({ $0.isOver }) { upstream.request(demand) }
  }

  func cancel() {
    _ = delivery.withLock { $0.cancel() }
    upstream.abort()?.cancel()
    signal.cancel()
  }

  func signaled() {
    let action = delivery.withLock { $0.end(.finished) }
    upstream.abort()?.cancel()
    endIfDue(action)
  }

  func endIfDue(_ action: DeliveryQueue<Input, Failure>.Action) {
    if case .end(let completion, _) = action { downstream.receive(completion: completion) }
  }
}
