extension Subscribers {
  /// A subscriber that asks for everything and writes it to a property.
  ///
  /// The object is released when the stream ends or is cancelled.
  public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible,
    @unchecked Sendable
  {
    // @unchecked Sendable because a key path never changes, and the only way to make one asks the
    // object to be `Sendable`.

    /// Assigning cannot fail, so only streams that cannot fail are assigned.
    public typealias Failure = Never

    /// The property that is written.
    public let keyPath: ReferenceWritableKeyPath<Root, Input>

    private let upstream = UpstreamLink()
    private let target: Locked<Root?>

    /// Makes a subscriber that writes to a property of an object.
    @preconcurrency
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) where Root: Sendable {
      target = Locked(object)
      self.keyPath = keyPath
    }

    /// The object that is written to; `nil` after the end.
    public var object: Root? { target.withLock { $0 } }

    /// The kind of object, in words.
    public var description: String { "Assign \(Root.self)." }

    /// Keeps the subscription and asks for everything.
    public func receive(subscription: any Subscription) {
      if upstream.connect(subscription) { subscription.request(.unlimited) }
    }

    /// Writes a value to the property.
    public func receive(_ value: Input) -> Demand {
      if upstream.isConnected, let object { object[keyPath: keyPath] = value }
      return .none
    }

    /// Lets go of the object.
    public func receive(completion: Completion<Never>) {
      if upstream.close() != nil { _ = target.take() }
    }

    /// Cancels the subscription, even one that is still to come, and releases the object.
    public func cancel() {
      let subscription = upstream.close()
      _ = target.take()
      subscription?.cancel()
    }
  }
}

extension Publisher where Failure == Never {
  /// Writes every value to a property of an object.
  ///
  /// Asks for everything, and writes on the thread that sends: bring values to the object's own
  /// queue with ``receive(on:options:)`` before. The object is held until the stream ends or is
  /// cancelled, and dropping the result cancels.
  ///
  /// ```marble
  /// words                -a-b-|
  /// assign(to: \.title)  -a-b--
  /// ```
  @preconcurrency public func assign<Root: Sendable>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>,
    on object: Root
  ) -> AnyCancellable {
    let subscriber = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}
