/// A subject with a current value, which it publishes along with every change.
///
/// A subscriber without demand skips values; the last one it gets is the current one.
package final class CurrentValueSubject<Output: Sendable, Failure: Error>: Subject {
  private let broadcast: Broadcast<Output, Failure>

  package init(_ value: Output) {
    broadcast = Broadcast(.latest, value: value)
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

  package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    broadcast.receive(subscriber: subscriber, of: self)
  }
}
