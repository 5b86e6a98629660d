/// A publisher that is told what to send.
///
/// The way into a stream from code that knows no publishers. ``PassthroughSubject`` remembers
/// nothing, ``CurrentValueSubject`` the latest value.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers that have demand.
  func send(_ value: Output)

  /// Ends the stream; whoever subscribes later gets the same completion.
  func send(completion: Subscribers.Completion<Failure>)

  /// Hands over a subscription that feeds this subject; the subject requests from it.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends a signal that carries no value.
  @inlinable
  public func send() {
    send(())
  }
}

/// A publisher that starts only when it is told to.
///
/// So that several subscribers can attach before the first value. ``autoconnect()`` starts it with
/// the first of them.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts sending; cancelling the result stops it.
  func connect() -> any Cancellable
}
