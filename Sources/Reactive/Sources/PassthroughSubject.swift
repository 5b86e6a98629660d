/// A subject that remembers nothing: a value goes to the current subscribers that asked for one.
package final class PassthroughSubject<Output: Sendable, Failure: Error>: BroadcastingSubject {
  let broadcast = Broadcast<Output, Failure>("PassthroughSubject", .drop)

  package init() {}

  package func send(_ value: Output) { broadcast.send(value) }

  package func send(completion: Subscribers.Completion<Failure>) {
    broadcast.send(completion: completion)
  }

  /// Takes a subscription that feeds this subject, asked for everything at the first request.
  package func send(subscription: any Subscription) { broadcast.addUpstream(subscription) }

  package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    broadcast.receive(subscriber: subscriber)
  }
}
