extension Publisher where Output: Sendable {
  /// The values as an asynchronous sequence, which throws the error that ends the stream.
  ///
  /// The subscription begins with the loop. One value is asked for at each turn, so a subject's
  /// values that come while the loop is busy are missed; put a ``buffer(size:prefetch:whenFull:)``
  /// before it to keep them. Cancelling the task and leaving the loop both cancel the
  /// subscription.
  ///
  /// ```marble
  /// words   -a-b-#
  /// values  -a-b-#
  /// ```
  public var values: AsyncThrowingPublisher<Self> { .init(publisher: self) { $0 } }
}

extension Publisher where Output: Sendable, Failure == Never {
  /// The values as an asynchronous sequence, for a stream that cannot fail.
  ///
  /// As for one that can: one value is asked for at each turn of the loop.
  ///
  /// ```marble
  /// words   -a-b-|
  /// values  -a-b-|
  /// ```
  public var values: AsyncPublisher<Self> { .init(publisher: self) { (_: Never) -> Never in } }
}

/// The values of a publisher that cannot fail as an asynchronous sequence.
public typealias AsyncPublisher<P: Publisher> = AsyncValues<P, Never> where P.Output: Sendable

/// The values of a publisher that can fail as an asynchronous sequence.
public typealias AsyncThrowingPublisher<P: Publisher> = AsyncValues<P, any Error>
where P.Output: Sendable

/// The values of a publisher as an asynchronous sequence: what `Publisher.values` returns.
///
/// As with other sequences that throw, it is `any Error` that they throw.
public struct AsyncValues<P: Publisher, Failure: Error>: AsyncSequence where P.Output: Sendable {
  /// The kind of values.
  public typealias Element = P.Output

  fileprivate let publisher: P
  fileprivate let mapFailure: @Sendable (P.Failure) -> Failure

  /// Subscribes.
  public func makeAsyncIterator() -> Iterator {
    let inbox = Inbox<P.Output, P.Failure>()
    publisher.subscribe(inbox)
    return Iterator(inbox: inbox, canceller: AnyCancellable(inbox), mapFailure: mapFailure)
  }

  /// One turn of the loop after another.
  public struct Iterator: AsyncIteratorProtocol {
    let inbox: Inbox<P.Output, P.Failure>

    /// Cancels when the loop is left; the inbox would not notice, for upstream holds it.
    let canceller: AnyCancellable
    let mapFailure: @Sendable (P.Failure) -> Failure

    /// Waits for the next value; `nil` at the end or when the task is cancelled.
    public mutating func next() async throws(Failure) -> P.Output? {
      defer { withExtendedLifetime(canceller) {} }
      return try await inbox.next().mapError(mapFailure).get()
    }
  }
}

/// Where values wait for a task, or tasks for a value.
final class Inbox<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
  typealias Answer = Result<Input?, Failure>
  typealias Waiting = CheckedContinuation<Answer, Never>

  private struct State: Sendable {
    var waiting: [Waiting] = []

    /// The demand from before there was a subscription.
    var demand = Subscribers.Demand.none

    /// The next result, once the stream is over.
    var end: Answer?

    mutating func takeWaiting() -> [Waiting] {
      defer { waiting = [] }
      return waiting
    }
  }

  private let upstream = UpstreamLink()
  private let state = Locked(State())

  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    let owed = state.withLock { $0.demand }
    if owed != .none { subscription.request(owed) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else {
      for waiting in state.withLock({ $0.takeWaiting() }) {
        waiting.resume(returning: .success(nil))
      }
      return .none
    }
    let waiting = state.withLock { state -> Waiting? in
      // Canceled by another thread just now, which has answered.
      guard state.end == nil, !state.waiting.isEmpty else { return nil }
      return state.waiting.removeFirst()
    }
    waiting?.resume(returning: .success(input))
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    upstream.close()
    switch completion {
    case .finished: end(with: .success(nil))
    case .failure(let error): end(with: .failure(error))
    }
  }

  func cancel() {
    let last = upstream.close()
    end(with: .success(nil))
    last?.cancel()
  }

  /// Gives the answer to the first who asks or has asked, and `nil` to all others.
  private func end(with answer: Answer) {
    let waiting = state.withLock { state in
      state.end = state.waiting.isEmpty ? state.end ?? answer : .success(nil)
      return state.takeWaiting()
    }
    waiting.first?.resume(returning: answer)
    for other in waiting.dropFirst() { other.resume(returning: .success(nil)) }
  }

  func next() async -> Answer {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (subscription, answer) = turn(continuation)
        subscription?.request(.max(1))
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Lets a task wait, unless there is an answer already.
  private func turn(_ continuation: Waiting) -> ((any Subscription)?, Answer?) {
    state.withLock { state in
      if let answer = state.end {
        state.end = .success(nil)
        return (nil, answer)
      }
      state.waiting.append(continuation)
      // Looked up with the state locked, so that a subscription that comes now finds the demand.
      let subscription = upstream.current
      if subscription == nil { state.demand += 1 }
      return (subscription, nil)
    }
  }
}
