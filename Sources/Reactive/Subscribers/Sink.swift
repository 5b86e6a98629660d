extension Subscribers {
  /// A subscriber that asks for everything and hands it to closures.
  ///
  /// The closures run one at a time, on whichever thread upstream sends from. They are released
  /// when the stream ends, and when it is cancelled.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible,
    @unchecked Sendable
  {
    // @unchecked Sendable because `handlers` is only touched with the lock held, and never changes itself.

    /// One object, so that a delivery takes both closures out of the lock with one reference.
    @usableFromInline final class Handlers: Sendable {
      @usableFromInline let value: @Sendable (Input) -> Void
      @usableFromInline let completion: @Sendable (Completion<Failure>) -> Void

      @inlinable init(
        value: @escaping @Sendable (Input) -> Void,
        completion: @escaping @Sendable (Completion<Failure>) -> Void
      ) {
        self.value = value
        self.completion = completion
      }
    }

    @usableFromInline let upstream = UpstreamLink()
    // Not inside the lock: its type would be looked up whenever a sink is made or goes away.
    @usableFromInline let access = Locked(())
    @exclusivity(unchecked) @usableFromInline var handlers: Handlers?

    /// Makes a sink from its closures.
    @preconcurrency @inlinable public init(
      receiveCompletion: @escaping @Sendable (Completion<Failure>) -> Void,
      receiveValue: @escaping @Sendable (Input) -> Void
    ) {
      handlers = Handlers(value: receiveValue, completion: receiveCompletion)
    }

    /// The closure that takes values.
    @preconcurrency public var receiveValue: @Sendable (Input) -> Void {
      access.withLock { _ in handlers }?.value ?? { _ in }
    }

    /// The closure that takes the end of the stream.
    @preconcurrency public var receiveCompletion: @Sendable (Completion<Failure>) -> Void {
      access.withLock { _ in handlers }?.completion ?? { _ in }
    }

    /// The name of the type.
    public var description: String { "Sink" }

    /// Keeps the subscription and asks for everything.
    @inlinable public func receive(subscription: any Subscription) {
      if upstream.connect(subscription) { subscription.request(.unlimited) }
    }

    /// Hands a value to the closure.
    @inlinable public func receive(_ value: Input) -> Demand {
      access.withLock { _ in handlers }?.value(value)
      return .none
    }

    /// Hands the end of the stream to the closure, and releases both.
    @inlinable public func receive(completion: Completion<Failure>) {
      let last = access.withLock { _ in handlers.take() }
      upstream.close()
      last?.completion(completion)
    }

    /// Cancels the subscription and releases the closures.
    ///
    /// A subscription that is still to come is cancelled as well.
    @inlinable public func cancel() {
      let subscription = upstream.close()
      release()
      subscription?.cancel()
    }

    /// Releases the closures outside the lock.
    ///
    /// As an object of no particular type, which would have to be looked up at every cancel.
    @inlinable @inline(never) func release() {
      var last: AnyObject?
      access.withLock { _ in
        last = handlers
        handlers = nil
      }
      _ = last
    }
  }
}

extension Publisher {
  /// Asks for everything and calls closures with it.
  ///
  /// The end of most chains. Values come from the moment of the call, on whichever thread upstream
  /// sends from (``receive(on:options:)`` decides that), one at a time; the end comes once, after
  /// them. Keep the result: the stream is cancelled when its last reference goes, and nothing is
  /// called after that, not even for the end. Keeping it in the object that a closure captures
  /// strongly is a cycle, until the stream ends.
  ///
  /// ```marble
  /// numbers  -1-2-|
  /// sink     -1-2-|
  /// ```
  @preconcurrency @inlinable public func sink(
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
  /// Asks for everything and calls a closure with every value.
  ///
  /// As ``sink(receiveCompletion:receiveValue:)``, for a stream that cannot fail and whose end does
  /// not matter.
  @preconcurrency @inlinable
  public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
