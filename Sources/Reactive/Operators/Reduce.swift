extension Publisher {
  /// Combines all values into one, which is sent when the stream finishes.
  ///
  /// Upstream is asked for everything at the subscription. The result, which is `initial` if there
  /// was no value, waits until the subscriber asks. An error does not wait, and the result is
  /// dropped. To get every intermediate result, use ``scan(_:_:)``.
  ///
  /// ```marble
  /// numbers       -1-2-3-|
  /// reduce(0, +)  -------(6|)
  /// ```
  @preconcurrency @inlinable public func reduce<Accumulator>(
    _ initial: Accumulator,
    _ nextPartialResult: @escaping @Sendable (Accumulator, Output) -> Accumulator
  ) -> Publishers.Reduce<Self, Accumulator> {
    .init(self, "Reduce", initial: initial, mapFailure: same) { result, value in
      if let last = result { result = nextPartialResult(last, value) }
      return false
    }
  }

  /// Combines all values into one with a closure that can throw, when the stream finishes.
  ///
  /// As ``reduce(_:_:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryReduce<Accumulator>(
    _ initial: Accumulator,
    _ nextPartialResult: @escaping @Sendable (Accumulator, Output) throws -> Accumulator
  ) -> Publishers.TryReduce<Self, Accumulator> {
    .init(self, "TryReduce", initial: initial, mapFailure: anyError) { result, value in
      if let last = result { result = try nextPartialResult(last, value) }
      return false
    }
  }

  /// Counts the values and sends the number when the stream finishes.
  ///
  /// Upstream is asked for everything at the subscription. The number waits until the subscriber
  /// asks; an error does not wait.
  ///
  /// ```marble
  /// words    -a-b-c-|
  /// count()  -------(3|)
  /// ```
  @inlinable public func count() -> Publishers.Count<Self> {
    .init(self, "Count", initial: 0, mapFailure: same) { count, _ in
      count? += 1
      return false
    }
  }

  /// Collects all values into one array, which is sent when the stream finishes.
  ///
  /// Upstream is asked for everything at the subscription, and nothing bounds the array. The
  /// result, empty if there was no value, waits until the subscriber asks. An error does not wait,
  /// and what was collected is dropped.
  ///
  /// ```marble
  /// numbers    -1-2-3-|
  /// collect()  -------([1,2,3]|)
  /// ```
  @inlinable public func collect() -> Publishers.Collect<Self> {
    .init(self, "Collect", initial: [], mapFailure: same) { values, value in
      values?.append(value)
      return false
    }
  }
}

extension Publishers {
  /// What ``Publisher/reduce(_:_:)`` returns.
  public typealias Reduce<Upstream: Publisher, Output> = Reduced<
    Upstream, Output, Upstream.Failure
  >

  /// What ``Publisher/tryReduce(_:_:)`` returns.
  public typealias TryReduce<Upstream: Publisher, Output> = Reduced<
    Upstream, Output, any Error
  >

  /// What ``Publisher/count()`` returns.
  public typealias Count<Upstream: Publisher> = Reduce<Upstream, Int>

  /// What ``Publisher/collect()`` returns.
  public typealias Collect<Upstream: Publisher> = Reduce<Upstream, [Upstream.Output]>
}

extension Publisher {
  /// Sends the largest value by a closure, when the stream finishes; the first of equals.
  ///
  /// Upstream is asked for everything at the subscription. The result waits until the subscriber
  /// asks; a stream without values finishes without one. An error does not wait.
  ///
  /// ```marble
  /// words             -bb-a-ccc-|
  /// max(by: shorter)  ----------(ccc|)
  /// ```
  @preconcurrency @inlinable public func max(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    .init(self, "Comparison", mapFailure: same) { best, value in
      if best.map({ areInIncreasingOrder($0, value) }) ?? true { best = value }
      return false
    }
  }

  /// Sends the largest value by a closure that can throw, when the stream finishes.
  ///
  /// As ``max(by:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryMax(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    .init(self, "TryComparison", mapFailure: anyError) { best, value in
      if try best.map({ try areInIncreasingOrder($0, value) }) ?? true { best = value }
      return false
    }
  }

  /// Sends the smallest value by a closure, when the stream finishes; the first of equals.
  ///
  /// As ``max(by:)``, the other way round: the closure still says whether its second argument is
  /// larger than its first.
  ///
  /// ```marble
  /// words             -bb-a-ccc-|
  /// min(by: shorter)  ----------(a|)
  /// ```
  @preconcurrency @inlinable public func min(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    max { areInIncreasingOrder($1, $0) }
  }

  /// Sends the smallest value by a closure that can throw, when the stream finishes.
  ///
  /// As ``min(by:)``; what the closure throws fails the stream and cancels upstream.
  @preconcurrency @inlinable public func tryMin(
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    tryMax { try areInIncreasingOrder($1, $0) }
  }
}

extension Publisher where Output: Comparable & SendableMetatype {
  /// Sends the smallest value when the stream finishes; the first of equals.
  ///
  /// As ``min(by:)``, with `<`.
  @inlinable public func min() -> Publishers.Comparison<Self> {
    max { $0 > $1 }
  }

  /// Sends the largest value when the stream finishes; the first of equals.
  ///
  /// As ``max(by:)``, with `<`.
  @inlinable public func max() -> Publishers.Comparison<Self> {
    max { $0 < $1 }
  }
}

extension Publishers {
  /// What ``Publisher/max(by:)`` returns.
  public typealias Comparison<Upstream: Publisher> = First<Upstream>

  /// What ``Publisher/tryMax(by:)`` returns.
  public typealias TryComparison<Upstream: Publisher> = TryFirstWhere<Upstream>
}

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
  public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    .init(self) { CollectSubscription($0, count: count) }
  }
}

extension Publishers {
  /// What ``Publisher/collect(_:)`` returns.
  public typealias CollectByCount<Upstream: Publisher> = ClosureOperator<
    Upstream, Void, [Upstream.Output], Upstream.Failure
  >
}

final class CollectSubscription<Input, Failure: Error>: LinkedSubscription, @unchecked Sendable {
  // @unchecked Sendable because the buffer is only used by upstream's deliveries.
  let downstream: AnySubscriber<[Input], Failure>
  let count: Int
  let upstream = UpstreamLink()
  var buffer: [Input] = []

  init(_ downstream: AnySubscriber<[Input], Failure>, count: Int) {
    self.downstream = downstream
    self.count = count
  }

  var name: StaticString { "CollectByCount" }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    buffer.append(input)
    guard buffer.count == count else { return .none }
    return downstream.receive(take()) * count
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.isConnected else { return }
    let rest = take()
    if case .finished = completion, !rest.isEmpty { _ = downstream.receive(rest) }
    // The subscriber may have cancelled while it took the rest.
    if upstream.close() != nil { downstream.receive(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) {
    demand.assertNonZero()
    upstream.request(demand * count)
  }

  func take() -> [Input] {
    exchange(&buffer, with: [])
  }
}
