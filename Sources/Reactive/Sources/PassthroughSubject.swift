/// A subject without a current value: it sends values to the current subscribers with demand.
package final class PassthroughSubject<Output: Sendable, Failure: Error>: Subject {
  private let broadcast = Broadcast<Output, Failure>(.drop)

  package init() {}

  package func send(_ value: Output) { broadcast.send(value) }

  package func send(completion: Subscribers.Completion<Failure>) {
    broadcast.send(completion: completion)
  }

  package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    broadcast.receive(subscriber: subscriber, of: self)
  }
}
