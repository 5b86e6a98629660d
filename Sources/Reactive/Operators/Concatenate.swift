extension Publisher {
  /// Sends values before those of this publisher.
  package func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(.init(sequence: elements))
  }

  /// Sends all values of another publisher before those of this one.
  package func prepend<P: Publisher<Output, Failure>>(
    _ publisher: P
  ) -> Publishers.Concatenate<P, Self> {
    publisher.append(self)
  }

  /// Sends values after those of this publisher.
  package func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(.init(sequence: elements))
  }

  /// Sends all values of another publisher, subscribed to when this one finishes, after its own.
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
