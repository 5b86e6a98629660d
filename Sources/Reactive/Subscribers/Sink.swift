import System

extension Publisher {
  /// Attaches closures with unlimited demand; releasing the result cancels.
  package func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink<Output, Failure>(
      receiveCompletion: receiveCompletion,
      receiveValue: receiveValue
    )
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  package func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  /// A subscriber with unlimited demand that calls closures, and releases them at the end.
  package final class Sink<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    private struct State: Sendable {
      var upstream = SubscriptionStatus.awaited
      var value: (@Sendable (Input) -> Void)?
      var completion: (@Sendable (Completion<Failure>) -> Void)?
    }

    private let state: Guarded<State>

    package init(
      receiveCompletion: @escaping @Sendable (Completion<Failure>) -> Void,
      receiveValue: @escaping @Sendable (Input) -> Void
    ) {
      state = Guarded(State(value: receiveValue, completion: receiveCompletion))
    }

    package func receive(subscription: any Subscription) {
      let isFirst = state.withLock { $0.upstream.open(subscription) }
      if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    package func receive(_ value: Input) -> Demand {
      var handler: (@Sendable (Input) -> Void)?
      state.withLock { handler = $0.value }
      handler?(value)
      return .none
    }

    package func receive(completion: Completion<Failure>) { close().completion?(completion) }
    package func cancel() { close().upstream.subscription?.cancel() }

    private func close() -> State {
      state.withLock { exchange(&$0, with: State(upstream: .closed)) }
    }
  }
}
