extension Publisher {
  /// Passes on a number of values, then finishes.
  ///
  /// Upstream is cancelled after the last of them, in the same call: the subscriber does not have
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
  /// For each value before it, upstream is asked for one more; it is cancelled at the value itself.
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
  /// For each value before the range, upstream is asked for one more; it is cancelled at the last
  /// one of the range. A negative position traps.
  ///
  /// ```marble
  /// numbers            -1-2-(3!)
  /// output(in: 1...2)  ---2-(3|)
  /// ```
  @inlinable public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self>
  where R.Bound == Int {
    let positions = range.relative(to: 0..<Int.max)
    precondition(positions.lowerBound >= 0, "a position cannot be negative")
    return .init(self, "Output", state: positions, mapFailure: same) { left, value in
      guard left.lowerBound == 0 else {
        left = left.lowerBound - 1..<left.upperBound - 1
        return .skip
      }
      guard !left.isEmpty else { return .finish }
      left = 0..<left.upperBound - 1
      return left.isEmpty ? .last(value) : .send(value)
    }
  }

  /// Passes values on until a closure returns `false`, then finishes.
  ///
  /// The value that does not match is not passed on; upstream is cancelled there. Demand, the end
  /// and the error pass through.
  ///
  /// ```marble
  /// numbers                    -1-2-(3!)
  /// prefix(while: { $0 < 3 })  -1-2-|
  /// ```
  @preconcurrency @inlinable public func prefix(
    while predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.PrefixWhile<Self> {
    .init(self, "PrefixWhile", mapFailure: same) { predicate($0) ? .send($0) : .finish }
  }

  /// Passes values on until a closure that can throw returns `false`, then finishes.
  ///
  /// As ``prefix(while:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryPrefix(
    while predicate: @escaping @Sendable (Output) throws -> Bool
  ) -> Publishers.TryPrefixWhile<Self> {
    .init(self, "TryPrefixWhile", mapFailure: anyError) { try predicate($0) ? .send($0) : .finish }
  }

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

  /// What ``Publisher/output(in:)`` returns; its state is the positions that are still to come.
  public typealias Output<Upstream: Publisher> = Staged<
    Upstream, Range<Int>, Upstream.Output, Upstream.Failure
  >

  /// What ``Publisher/prefix(untilOutputFrom:)`` returns.
  public typealias PrefixUntilOutput<Upstream: Publisher, Other: Publisher> = ClosureOperator<
    Upstream, Other, Upstream.Output, Upstream.Failure
  >
}

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
    let wasConnected = upstream.close() != nil
    signal.upstream.close()?.cancel()
    if wasConnected { endIfDue(delivery.withLock { $0.end(completion) }) }
  }

  func request(_ demand: Subscribers.Demand) {
    if !delivery.withLock({ $0.isOver }) { upstream.request(demand) }
  }

  func cancel() {
    _ = delivery.withLock { $0.cancel() }
    upstream.close()?.cancel()
    signal.upstream.close()?.cancel()
  }

  func signaled() {
    let action = delivery.withLock { $0.end(.finished) }
    upstream.close()?.cancel()
    endIfDue(action)
  }

  func endIfDue(_ action: DeliveryQueue<Input, Failure>.Action) {
    if case .end(let completion, _) = action { downstream.receive(completion: completion) }
  }
}
