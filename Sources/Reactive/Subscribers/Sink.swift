extension Subscribers {
  /// A subscriber that asks for everything and hands it to closures.
  ///
  /// The closures are let go when the stream ends; after a cancel the publisher lets go of the sink,
  /// and so of them.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible,
    @unchecked Sendable
  {
    // @unchecked Sendable because `handlers` changes only in calls from upstream, which are serial.
    @usableFromInline
    final class Handlers: Sendable {
      @usableFromInline let value: @Sendable (Input) -> Void
      @usableFromInline let completion: @Sendable (Completion<Failure>) -> Void

      @inlinable
      init(
        value: @escaping @Sendable (Input) -> Void,
        completion: @escaping @Sendable (Completion<Failure>) -> Void
      ) {
        self.value = value
        self.completion = completion
      }
    }

    @usableFromInline let upstream = Upstream()
    @exclusivity(unchecked) @usableFromInline var handlers: Handlers?

    /// Makes a sink from its closures.
    @preconcurrency
    @inlinable
    public init(
      receiveCompletion: @escaping @Sendable (Completion<Failure>) -> Void,
      receiveValue: @escaping @Sendable (Input) -> Void
    ) {
      handlers = Handlers(value: receiveValue, completion: receiveCompletion)
    }

    /// The closure that takes values.
    @preconcurrency public var receiveValue: @Sendable (Input) -> Void {
      guard let handlers else { return { _ in } }
      return handlers.value
    }

    /// The closure that takes the end of the stream.
    @preconcurrency public var receiveCompletion: @Sendable (Completion<Failure>) -> Void {
      guard let handlers else { return { _ in } }
      return handlers.completion
    }

    /// The name of the type.
    public var description: String { "Sink" }

    /// Keeps the subscription and asks for everything.
    @inlinable
    public func receive(subscription: any Subscription) {
      if upstream.connect(subscription) { subscription.request(.unlimited) }
    }

    /// Hands a value to the closure.
    @inlinable
    public func receive(_ value: Input) -> Demand {
      handlers?.value(value)
      return .none
    }

    /// Hands the end of the stream to the closure, and lets go of both.
    @inlinable
    public func receive(completion: Completion<Failure>) {
      let last = handlers
      handlers = nil
      _ = upstream.close()
      last?.completion(completion)
    }

    /// Cancels the subscription, even one that is still to come.
    @inlinable
    public func cancel() {
      upstream.abort()?.cancel()
    }
  }
}

extension Publisher {
  /// Asks for everything and calls closures with it; dropping the result cancels.
  @preconcurrency
  @inlinable
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
  /// Asks for everything and calls a closure with it; dropping the result cancels.
  @preconcurrency
  @inlinable
  public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
