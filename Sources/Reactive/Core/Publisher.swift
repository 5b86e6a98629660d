/// A type that sends values over time to the subscribers that ask for them.
///
/// A publisher answers `receive(subscriber:)` with exactly one `receive(subscription:)`, then sends
/// no more values than the subscriber asked for, then at most one completion. Calls to one
/// subscriber never overlap, whichever threads the values come from. <doc:Contract> has the rules
/// in full, and the tests that prove them.
///
/// Every operator is a method of this protocol. Unless its documentation says otherwise, an
/// operator passes on what its subscriber asks for, the end and the error; it does so on the thread
/// they come on; and when it is cancelled it cancels upstream and releases everything.
public protocol Publisher<Output, Failure>: SendableMetatype {
  /// The kind of values sent.
  associatedtype Output

  /// The kind of error that can end the stream; `Never` if none can.
  associatedtype Failure: Error

  /// Attaches a subscriber.
  ///
  /// Operators implement this; callers use `subscribe(_:)`.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
  /// Attaches a subscriber to this publisher.
  @inlinable @inline(__always) public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }

  /// Attaches a subject, which then repeats everything this publisher sends.
  ///
  /// The subject is held weakly. Dropping the result cancels.
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where S.Output == Output, S.Failure == Failure {
    let subscriber = SubjectSubscriber(subject)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

/// The types that operators return.
///
/// To be named where a type has to be; a chain is written with the methods of ``Publisher``, which
/// are where each operator's contract is. All of them are `Sendable` when the publishers and the
/// values that they are made from are.
public enum Publishers {}

/// A publisher that gets its values from another one.
public protocol Operator<Upstream>: Publisher {
  /// The kind of publisher that values come from.
  associatedtype Upstream: Publisher

  /// The kind of values sent; those of upstream, if nothing else is said.
  associatedtype Output = Upstream.Output

  /// The kind of error that can end the stream; that of upstream, if nothing else is said.
  associatedtype Failure = Upstream.Failure

  /// The publisher that values come from.
  var upstream: Upstream { get }
}
