/// A publisher whose type is hidden.
public struct AnyPublisher<Output: Sendable, Failure: Error>: Publisher, CustomStringConvertible {
  private let hidden: any Publisher<Output, Failure>

  /// Hides the type of a publisher; hiding it twice costs nothing.
  public init<P: Publisher<Output, Failure>>(_ publisher: P) {
    hidden = (publisher as? AnyPublisher<Output, Failure>)?.hidden ?? publisher
  }

  /// The name of the type.
  public var description: String { "AnyPublisher" }

  /// Attaches a subscriber to the hidden publisher.
  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    hidden.receive(subscriber: AnySubscriber(subscriber))
  }
}

extension Publisher {
  /// Hides the type of this publisher; nothing else changes.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
