extension Publisher {
  /// Sends values before this publisher's values.
  package func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(.init(sequence: elements))
  }

  /// Sends all values of another publisher before this publisher's values.
  package func prepend<P: Publisher<Output, Failure>>(
    _ publisher: P
  ) -> Publishers.Concatenate<P, Self> {
    publisher.append(self)
  }

  /// Sends values after this publisher's values.
  package func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(.init(sequence: elements))
  }

  /// Subscribes to another publisher when this one finishes, and sends its values.
  package func append<P: Publisher<Output, Failure>>(
    _ publisher: P
  ) -> Publishers.Concatenate<Self, P> {
    .init(upstream: self, suffix: publisher)
  }
}

extension Publishers {
  package struct Concatenate<Upstream: Publisher, Suffix: Publisher>: Operator
  where Upstream.Output == Suffix.Output, Upstream.Failure == Suffix.Failure {
    let upstream: Upstream
    let suffix: Suffix

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let outbox = Outbox(subscriber)
      outbox.start(upstream) { [suffix] completion in
        if completion.isFailure { return outbox.end(completion) }
        outbox.follow(suffix) { outbox.end($0) }
      }
    }
  }
}
