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
  @usableFromInline let core: SubjectCore<Output, Failure>

  /// Makes a subject with its first value.
  @inlinable public init(_ value: Output) {
    core = SubjectCore(keeping: .beforeSending, value: value)
  }

  /// The current value; setting it is the same as sending.
  @inlinable public var value: Output {
    get { core.current }
    set { core.sendKeeping(newValue, evenWhenEnded: true) }
  }

  /// Changes the value and sends it to the subscribers that have demand.
  @inlinable public func send(_ value: Output) {
    core.sendKeeping(value, evenWhenEnded: false)
  }

  /// Ends the stream for the subscribers of now and later; the value stays readable.
  @inlinable public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion)
  }

  /// Takes a subscription and requests unlimited values from it.
  public func send(subscription: any Subscription) {
    core.feeds.add(subscription)
  }

  /// Attaches a subscriber.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    core.subscribe(subscriber, name: "CurrentValueSubject")
  }
}

extension CurrentValueSubject: Sendable where Output: Sendable {}

extension CurrentValueSubject: FedSubject {
  var feeds: SubjectUpstreams { core.feeds }
}

extension SubjectCore {
  /// The value that readers see, of a subject that keeps one.
  @inlinable var current: Output {
    guard let value = serializer.mail.withLock({ _ in latest }) else {
      preconditionFailure("a subject that keeps a value always has one")
    }
    return value
  }
}
