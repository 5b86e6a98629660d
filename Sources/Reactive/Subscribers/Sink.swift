import System

extension Publisher {
  /// Attaches closures and asks for everything; dropping the result cancels.
  public func sink(
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
  public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  /// A subscriber that asks for everything and calls closures, which it releases at the end.
  public final class Sink<Input: Sendable, Failure: Error>: Subscriber, Cancellable,
    CustomStringConvertible
  {
    private struct Handlers: Sendable {
      let value: @Sendable (Input) -> Void
      let completion: @Sendable (Completion<Failure>) -> Void
    }

    private let upstream = Guarded(SubscriptionStatus.awaited)
    private let handlers: Guarded<Handlers?>

    /// Creates a sink from its closures.
    public init(
      receiveCompletion: @escaping @Sendable (Completion<Failure>) -> Void,
      receiveValue: @escaping @Sendable (Input) -> Void
    ) {
      handlers = Guarded(Handlers(value: receiveValue, completion: receiveCompletion))
    }

    /// The name of the type.
    public var description: String { "Sink" }

    /// Asks for everything.
    public func receive(subscription: any Subscription) {
      if upstream.open(subscription) { subscription.request(.unlimited) }
    }

    /// Passes a value to its closure.
    public func receive(_ value: Input) -> Demand {
      var handler: (@Sendable (Input) -> Void)?
      handlers.withLock { handler = $0?.value }
      handler?(value)
      return .none
    }

    /// Passes the completion to its closure.
    public func receive(completion: Completion<Failure>) {
      let last = handlers.withLock { $0.take() }
      upstream.close()
      last?.completion(completion)
    }

    /// Cancels the subscription.
    public func cancel() {
      let subscription = upstream.close()
      _ = handlers.withLock { $0.take() }
      subscription?.cancel()
    }
  }
}
