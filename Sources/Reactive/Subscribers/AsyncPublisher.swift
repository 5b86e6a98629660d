import System

extension Publisher {
  /// The values as an async sequence that throws the error; each iteration requests one.
  package var values: AsyncPublisher<Self> { .init(publisher: self) }
}

/// The values of a publisher as an async sequence.
///
/// Each iterator has its own subscription, canceled with the task or with the iterator.
package struct AsyncPublisher<P: Publisher>: AsyncSequence {
  package typealias Element = P.Output
  package typealias Failure = P.Failure

  let publisher: P

  package func makeAsyncIterator() -> Iterator {
    let subscriber = AsyncSubscriber<P.Output, P.Failure>()
    publisher.subscribe(subscriber)
    return Iterator(subscriber: subscriber, canceler: AnyCancellable(subscriber))
  }

  package struct Iterator: AsyncIteratorProtocol {
    package typealias Failure = P.Failure

    let subscriber: AsyncSubscriber<P.Output, P.Failure>
    /// Cancels when the last copy of the iterator is released.
    let canceler: AnyCancellable

    /// Requests a value and waits for it; returns `nil` at the end.
    package mutating func next() async throws(P.Failure) -> P.Output? {
      defer { withExtendedLifetime(canceler) {} }
      return try await subscriber.next().get()
    }
  }
}

/// A subscriber that requests a value for each waiting call.
final class AsyncSubscriber<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
  typealias Answer = Result<Input?, Failure>

  private struct State: Sendable {
    var link = SubscriptionStatus.awaited
    var waiting: [CheckedContinuation<Answer, Never>] = []
    /// The result of later calls once the stream is over.
    var end: Answer?
  }

  private let state = Guarded(State())

  func receive(subscription: any Subscription) {
    let owed = state.withLock { $0.link.open(subscription) ? $0.waiting.count : nil }
    guard let owed else { return subscription.cancel() }
    if owed > 0 { subscription.request(.max(owed)) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let waiting = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    waiting?.resume(returning: .success(input))
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: end(with: .success(nil))
    case .failure(let error): end(with: .failure(error))
    }
  }

  func cancel() { end(with: .success(nil))?.cancel() }

  @discardableResult private func end(with answer: Answer) -> (any Subscription)? {
    let (last, waiting) = state.withLock { state in
      state.end = state.waiting.isEmpty ? state.end ?? answer : .success(nil)
      return (state.link.close(), exchange(&state.waiting, with: []))
    }
    waiting.first?.resume(returning: answer)
    for other in waiting.dropFirst() { other.resume(returning: .success(nil)) }
    return last
  }

  /// Requests a value and waits for it; several callers may wait.
  func next() async -> Answer {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (subscription, answer) = state.withLock { state -> ((any Subscription)?, Answer?) in
          if let answer = state.end {
            state.end = .success(nil)
            return (nil, answer)
          }
          state.waiting.append(continuation)
          return (state.link.subscription, nil)
        }
        subscription?.request(.max(1))
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      cancel()
    }
  }
}
