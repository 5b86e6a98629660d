extension Publisher {
  /// Sends the values of two publishers as they arrive; the first error ends the stream.
  package func merge<P: Publisher<Output, Failure>>(with other: P) -> Publishers.Merge<Self> {
    let publishers = [eraseToAnyPublisher(), other.eraseToAnyPublisher()]
    return Publishers.Sequence(sequence: publishers).flatMap { $0 }
  }
}

extension Publishers {
  package typealias Merge<P: Publisher> = FlatMap<
    AnyPublisher<P.Output, P.Failure>, Sequence<[AnyPublisher<P.Output, P.Failure>], P.Failure>
  >
}
