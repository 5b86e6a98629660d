/// A subject that remembers nothing: a value goes to the current subscribers that asked for one.
public final class PassthroughSubject<Output: Sendable, Failure: Error>: BroadcastingSubject {
  let broadcast = Broadcast<Output, Failure>("PassthroughSubject", .nothing)

  /// Creates a subject without subscribers.
  public init() {}

  /// Sends a value to every subscriber that has asked for one.
  public func send(_ value: Output) { broadcast.send(value) }

  /// Ends the stream for current and future subscribers.
  public func send(completion: Subscribers.Completion<Failure>) {
    broadcast.send(completion: completion)
  }

  /// Takes a subscription that feeds this subject, asked for everything at the first request.
  public func send(subscription: any Subscription) { broadcast.addUpstream(subscription) }

  /// Attaches a subscriber.
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    broadcast.receive(subscriber: subscriber)
  }
}
