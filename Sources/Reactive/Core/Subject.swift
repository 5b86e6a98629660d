/// A publisher whose values are sent from outside.
///
/// The way into a stream from code that knows no publishers. ``PassthroughSubject`` remembers
/// nothing, ``CurrentValueSubject`` the latest value.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers that have demand.
  func send(_ value: Output)

  /// Ends the stream; later subscribers get the same completion.
  func send(completion: Subscribers.Completion<Failure>)

  /// Hands over a subscription that feeds this subject; the subject requests from it.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends a signal that carries no value.
  @inlinable public func send() {
    send(())
  }
}

/// A publisher that starts only when `connect()` is called.
///
/// So that several subscribers can attach before the first value. ``autoconnect()`` starts it with
/// the first of them.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts sending; cancelling the result stops it.
  func connect() -> any Cancellable
}

/// A subject that keeps the subscriptions that feed it.
protocol FedSubject: AnyObject {
  var feeds: SubjectUpstreams { get }
}

/// Feeds a subject, without owning it, with what another publisher sends.
final class SubjectSubscriber<Downstream: Subject>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
{
  // @unchecked Sendable because the weak reference is never written; the subject takes calls from
  // any thread.
  private let upstream = UpstreamLink()
  private weak var subject: Downstream?

  init(_ subject: Downstream) {
    self.subject = subject
  }

  var description: String { "Subject" }

  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    guard let subject else { return cancel() }
    subject.send(subscription: self)
    // Canceled or ended before the subject had it.
    if !upstream.isConnected { leaveSubject() }
  }

  func receive(_ input: Downstream.Output) -> Subscribers.Demand {
    if upstream.isConnected { subject?.send(input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard upstream.close() != nil else { return }
    subject?.send(completion: completion)
    leaveSubject()
  }

  func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  func cancel() {
    guard let last = upstream.close() else { return }
    leaveSubject()
    last.cancel()
  }

  private func leaveSubject() {
    (subject as? any FedSubject)?.feeds.remove(combineIdentifier)
  }
}
