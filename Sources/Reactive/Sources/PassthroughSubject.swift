/// A subject that passes on what is sent to it and remembers nothing.
///
/// A value goes, in order, to the subscribers that are there and have demand; the others miss it.
/// After the end, nothing is passed on, and a new subscriber gets only the end. `send` may be
/// called from any thread and from inside a subscriber: deliveries to a subscriber never overlap,
/// and a value sent while another is on its way is delivered after it, by the thread that delivers
/// the first.
///
/// ```marble
/// send                   -1--2--3--|
/// PassthroughSubject, A  -1--2--3--|
/// PassthroughSubject, B       --3--|
/// ```
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline let core: SubjectCore<Output, Failure>

  /// Makes a subject without subscribers.
  @inlinable public init() {
    core = SubjectCore()
  }

  /// Sends a value to the subscribers that have demand.
  @inlinable public func send(_ value: Output) {
    core.send(value)
  }

  /// Ends the stream for the subscribers of now and later.
  @inlinable public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion)
  }

  /// Takes a subscription; unlimited values are requested from it once a subscriber has demand.
  public func send(subscription: any Subscription) {
    core.feeds.add(subscription)
  }

  /// Attaches a subscriber.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    core.subscribe(subscriber, name: "PassthroughSubject")
  }
}

extension PassthroughSubject: Sendable where Output: Sendable {}

extension PassthroughSubject: FedSubject {
  var feeds: SubjectUpstreams { core.feeds }
}
