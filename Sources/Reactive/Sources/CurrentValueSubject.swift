/// A subject that has a value and tells every change of it.
///
/// A new subscriber gets the current value as soon as it asks, then every change. Readers and
/// subscribers see changes in the same order. A slow subscriber skips values, but what it gets last
/// is always the current one. `send` may be called from any thread and from inside a subscriber, as
/// with ``PassthroughSubject``.
///
/// ```marble
/// send                       --1--2--3--|
/// CurrentValueSubject(0), A  0-1--2--3--|
/// CurrentValueSubject(0), B        2-3--|
/// ```
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  @usableFromInline let current: CurrentValue<Output, Failure>

  /// Makes a subject with its first value.
  @inlinable public init(_ value: Output) {
    current = CurrentValue(value, changesAfterSending: false)
  }

  /// The current value; setting it is the same as sending.
  @inlinable public var value: Output {
    get { current.read() }
    set { current.send(newValue, evenWhenEnded: true) }
  }

  /// Changes the value and sends it to the subscribers that have demand.
  @inlinable public func send(_ value: Output) {
    current.send(value, evenWhenEnded: false)
  }

  /// Ends the stream for the subscribers of now and later; the value stays readable.
  @inlinable public func send(completion: Subscribers.Completion<Failure>) {
    current.core.send(completion: completion)
  }

  /// Takes a subscription and requests unlimited values from it.
  public func send(subscription: any Subscription) {
    current.core.feeds.add(subscription)
  }

  /// Attaches a subscriber.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    current.core.subscribe(subscriber, name: "CurrentValueSubject")
  }
}

extension CurrentValueSubject: Sendable where Output: Sendable {}

extension CurrentValueSubject: FedSubject {
  var feeds: SubjectUpstreams { current.core.feeds }
}

/// The value of a subject that keeps one, as its readers see it.
///
/// The core knows the last value that was delivered. This is newer while values wait for their
/// turn.
@usableFromInline final class CurrentValue<Output, Failure: Error>: @unchecked Sendable {
  // @unchecked Sendable because the lock on the serializer's mail guards the variables: so values are
  // kept in the order in which they are sent.
  @usableFromInline let core: SubjectCore<Output, Failure>

  /// Whether readers see a value once it has been delivered, or before.
  @usableFromInline let changesAfterSending: Bool
  @exclusivity(unchecked) @usableFromInline var value: Output
  @exclusivity(unchecked) @usableFromInline var sendCount: UInt64 = 0

  @inlinable init(_ value: Output, changesAfterSending: Bool) {
    core = SubjectCore(value: value)
    self.value = value
    self.changesAfterSending = changesAfterSending
  }

  @inlinable func read() -> Output { core.serializer.mail.withLock { _ in value } }

  /// Changes the value and sends it.
  ///
  /// The sender sees it at once when it has to wait for another delivery: a value that was set
  /// is never read back as the one before it.
  @inlinable func send(_ new: Output, evenWhenEnded: Bool) {
    // The old value is released outside the lock: its `deinit` may run any code.
    let (old, number, isFree, mustDrain) = core.serializer.mail.withLock {
      mail -> (Output?, UInt64, Bool, Bool) in
      guard core.ending == nil || evenWhenEnded else { return (nil, 0, false, false) }
      sendCount += 1
      let isFree = core.serializer.tryEnter()
      if isFree, changesAfterSending { return (nil, sendCount, true, true) }
      let old = exchange(&value, with: new)
      if isFree { return (old, sendCount, true, true) }
      mail.append(.value(new))
      return (old, sendCount, false, core.serializer.flag())
    }
    _ = old
    if isFree { core.broadcast(new) }
    if isFree, changesAfterSending { keep(new, ifLast: number) }
    if mustDrain { core.drain() }
  }

  /// Lets readers see a value, unless a newer one waits to be delivered.
  @usableFromInline func keep(_ new: Output, ifLast number: UInt64) {
    _ = core.serializer.mail.withLock { _ in sendCount == number ? exchange(&value, with: new) : nil
    }
  }
}
