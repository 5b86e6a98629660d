/// A subject that has a value, and publishes it and every change of it.
///
/// A subscriber that asks too late for a value skips it: the last one it gets is the current one.
package final class CurrentValueSubject<Output: Sendable, Failure: Error>: BroadcastingSubject {
  let broadcast: Broadcast<Output, Failure>

  package init(_ value: Output) {
    broadcast = Broadcast("CurrentValueSubject", .latest, value: value)
  }

  /// The current value; setting it publishes it.
  package var value: Output {
    get {
      guard let value = broadcast.value else { preconditionFailure("it was created with one") }
      return value
    }
    set { broadcast.send(newValue, evenWhenEnded: true) }
  }

  package func send(_ value: Output) { broadcast.send(value) }

  package func send(completion: Subscribers.Completion<Failure>) {
    broadcast.send(completion: completion)
  }

  /// Takes a subscription that feeds this subject, asked for everything at once.
  package func send(subscription: any Subscription) { broadcast.addUpstream(subscription) }

  package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    broadcast.receive(subscriber: subscriber)
  }
}
