/// A property of a class that publishes its changes.
///
/// `$name` is the publisher: it sends the value of now as soon as it is asked for, then every new
/// value, just before the property changes. It ends with nothing: the stream stays quiet when the
/// object is gone. A slow subscriber skips values.
///
/// ```marble
/// name = …  --b---c---
/// $name, A  a-b---c---
/// $name, B      b-c---
/// ```
@propertyWrapper public struct Published<Value> {
  /// The publisher behind a published property.
  ///
  /// It never ends.
  public struct Publisher: Reactive.Publisher {
    /// The kind of the property.
    public typealias Output = Value

    /// A property never fails.
    public typealias Failure = Never

    let current: CurrentValue<Value, Never>

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      current.core.subscribe(subscriber, name: "Published")
    }
  }

  private let current: CurrentValue<Value, Never>

  /// Makes a property with its first value.
  public init(initialValue: Value) {
    self.init(wrappedValue: initialValue)
  }

  /// Makes a property with its first value.
  public init(wrappedValue: Value) {
    current = CurrentValue(wrappedValue, changesAfterSending: true)
  }

  /// The property as a publisher.
  public var projectedValue: Publisher {
    get { Publisher(current: current) }
    // Assignable for `assign(to: &$name)`; there is nothing to take over.
    set { _ = newValue }
  }

  /// The value itself, which only the enclosing class can reach.
  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("unavailable") }
    set { fatalError("unavailable: \(newValue)") }
  }

  /// Reads and writes the property on behalf of the enclosing object.
  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].current.read() }
    set { object[keyPath: storageKeyPath].current.send(newValue, evenWhenEnded: false) }
  }
}

extension Published: Sendable where Value: Sendable {}
extension Published.Publisher: Sendable where Value: Sendable {}

extension Publisher where Failure == Never {
  /// Makes every value the new value of a published property, for as long as the property lives.
  ///
  /// Asks for everything. Needs no cancellable: the subscription is cancelled with the property.
  public func assign(to published: inout Published<Output>.Publisher) {
    let current = published.current
    let feed = Locked<CombineIdentifier?>(nil)
    subscribe(
      AnySubscriber(
        receiveSubscription: { [weak current] subscription in
          feed.withLock { $0 = subscription.combineIdentifier }
          current?.core.feeds.add(subscription)
        },
        receiveValue: { [weak current] in
          current?.send($0, evenWhenEnded: false)
          return .none
        },
        receiveCompletion: { [weak current] _ in
          if let feed = feed.take() { current?.core.feeds.remove(feed) }
        }
      )
    )
  }
}
