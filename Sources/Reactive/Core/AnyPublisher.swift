/// A type-erased publisher.
package struct AnyPublisher<Output: Sendable, Failure: Error>: Publisher {
  private let hidden: any Publisher<Output, Failure>

  /// Erases the type of a publisher; erasing it twice costs nothing.
  package init<P: Publisher<Output, Failure>>(_ publisher: P) {
    hidden = (publisher as? AnyPublisher<Output, Failure>)?.hidden ?? publisher
  }

  package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    hidden.receive(subscriber: AnySubscriber(subscriber))
  }
}

extension Publisher {
  /// Erases the type of this publisher.
  package func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
