import System

extension Publisher {
  /// Attaches closures and asks for everything; dropping the result cancels.
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
  /// Attaches a closure and asks for everything; dropping the result cancels.
  package func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  /// A subscriber that asks for everything and calls closures, which it releases at the end.
  package final class Sink<Input: Sendable, Failure: Error>: Subscriber, Cancellable,
    CustomStringConvertible
  {
    private struct Handlers: Sendable {
      let value: @Sendable (Input) -> Void
      let completion: @Sendable (Completion<Failure>) -> Void
    }

    private let upstream = Guarded(SubscriptionStatus.awaited)
    private let handlers: Guarded<Handlers?>

    /// Creates a sink from its closures.
    package init(
      receiveCompletion: @escaping @Sendable (Completion<Failure>) -> Void,
      receiveValue: @escaping @Sendable (Input) -> Void
    ) {
      handlers = Guarded(Handlers(value: receiveValue, completion: receiveCompletion))
    }

    package var description: String { "Sink" }

    package func receive(subscription: any Subscription) {
      if upstream.open(subscription) { subscription.request(.unlimited) }
    }

    package func receive(_ value: Input) -> Demand {
      var handler: (@Sendable (Input) -> Void)?
      handlers.withLock { handler = $0?.value }
      handler?(value)
      return .none
    }

    package func receive(completion: Completion<Failure>) {
      let last = handlers.withLock { $0.take() }
      upstream.close()
      last?.completion(completion)
    }

    package func cancel() {
      let subscription = upstream.close()
      _ = handlers.withLock { $0.take() }
      subscription?.cancel()
    }
  }
}
