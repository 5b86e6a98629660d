/// A publisher whose values are sent by its owner.
package protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers that have demand.
  func send(_ value: Output)

  /// Ends the stream; later subscribers get the same completion.
  func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
  /// Sends a signal that carries no value.
  package func send() { send(()) }
}
