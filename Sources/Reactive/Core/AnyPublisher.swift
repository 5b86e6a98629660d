/// A publisher whose type is hidden.
package struct AnyPublisher<Output: Sendable, Failure: Error>: Publisher {
  private let hidden: any Publisher<Output, Failure>

  /// Hides the type of a publisher; hiding it twice costs nothing.
  package init<P: Publisher<Output, Failure>>(_ publisher: P) {
    hidden = (publisher as? AnyPublisher<Output, Failure>)?.hidden ?? publisher
  }

  package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    hidden.receive(subscriber: AnySubscriber(subscriber))
  }
}

extension Publisher {
  /// Hides the type of this publisher; nothing else changes.
  package func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
