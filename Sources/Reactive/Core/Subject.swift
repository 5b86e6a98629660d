/// A publisher whose values are sent from outside.
package protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers that have demand.
  func send(_ value: Output)

  /// Ends the stream; later subscribers get the same completion.
  func send(completion: Subscribers.Completion<Failure>)

  /// Takes a subscription that feeds this subject; the subject requests from it.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends a signal that carries no value.
  package func send() { send(()) }
}

/// A publisher that starts only when `connect()` is called.
package protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts sending; canceling the result stops it.
  func connect() -> any Cancellable
}
