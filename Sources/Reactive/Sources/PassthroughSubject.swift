/// A subject that remembers nothing: a value goes to the current subscribers that asked for one.
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
