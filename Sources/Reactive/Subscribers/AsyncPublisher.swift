extension Publisher where Output: Sendable {
  /// The values as an asynchronous sequence, which throws the error that ends the stream.
  ///
  /// The subscription begins with the loop. One value is asked for at each turn, so a subject's
  /// values that come while the loop is busy are missed; put a ``buffer(size:prefetch:whenFull:)``
  /// before it to keep them. Canceling the task and leaving the loop both cancel the
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
  fileprivate let widen: @Sendable (P.Failure) -> Failure

  /// Subscribes.
  public func makeAsyncIterator() -> Iterator {
    let reader = InboxReader<P.Output, P.Failure>()
    publisher.subscribe(reader.inbox)
    return Iterator(reader: reader, widen: widen)
  }

  /// One turn of the loop after another.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: InboxReader<P.Output, P.Failure>
    let widen: @Sendable (P.Failure) -> Failure

    /// Waits for the next value; `nil` at the end or when the task is canceled.
    public mutating func next() async throws(Failure) -> P.Output? {
      try await reader.next().mapError(widen).get()
    }
  }
}

/// The reader of an inbox, which cancels when the loop is left.
///
/// The inbox itself would not notice, for upstream holds it.
final class InboxReader<Input: Sendable, Failure: Error>: Sendable {
  let inbox = Inbox<Input, Failure>()

  deinit {
    inbox.cancel()
  }

  func next() async -> Inbox<Input, Failure>.Answer {
    await inbox.next()
  }
}

/// Where values wait for a task, or tasks for a value.
final class Inbox<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
  typealias Answer = Result<Input?, Failure>
  typealias Waiting = CheckedContinuation<Answer, Never>

  private struct State: Sendable {
    var waiting: [Waiting] = []
    var demand = Subscribers.Demand.none
    var failure: Failure?
    var isOver = false

    mutating func end() -> [Waiting] {
      isOver = true
      return takeWaiting()
    }

    mutating func takeWaiting() -> [Waiting] {
      defer { waiting = [] }
      return waiting
    }
  }

  private enum Turn: Sendable {
    case request(any Subscription)
    case wait
    case answer(Answer)
  }

  private let upstream = UpstreamLink()
  private let state = Locked(State())

  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    let owed = state.withLock { state in
      defer { state.demand = .none }
      return state.demand
    }
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
      if state.isOver { return nil }
      precondition(!state.waiting.isEmpty, "a value came that was not asked for")
      return state.waiting.removeFirst()
    }
    waiting?.resume(returning: .success(input))
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    _ = upstream.abort()
    var failure: Failure?
    if case .failure(let error) = completion { failure = error }
    let waiting = state.withLock { state in
      let waiting = state.end()
      if waiting.isEmpty { state.failure = failure }
      return waiting
    }
    for (index, continuation) in waiting.enumerated() {
      let answer: Answer = index == 0 ? failure.map(Answer.failure) ?? .success(nil) : .success(nil)
      continuation.resume(returning: answer)
    }
  }

  func cancel() {
    let last = upstream.abort()
    let waiting = state.withLock { $0.end() }
    last?.cancel()
    for continuation in waiting { continuation.resume(returning: .success(nil)) }
  }

  func next() async -> Answer {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        switch turn(continuation) {
        case .request(let subscription): subscription.request(.max(1))
        case .wait: break
        case .answer(let answer): continuation.resume(returning: answer)
        }
      }
    } onCancel: {
      cancel()
    }
  }

  private func turn(_ continuation: Waiting) -> Turn {
    state.withLock { state in
      if let failure = state.failure {
        state.failure = nil
        return .answer(.failure(failure))
      }
      guard !state.isOver else { return .answer(.success(nil)) }
      state.waiting.append(continuation)
      // Looked up with the state locked, so that a subscription that comes now finds the demand.
      guard let subscription = upstream.current() else {
        state.demand += 1
        return .wait
      }
      return .request(subscription)
    }
  }
}
