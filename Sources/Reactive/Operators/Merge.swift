extension Publisher {
  /// Passes on the values of two publishers as they come; the first error ends the stream.
  package func merge<P: Publisher<Output, Failure>>(with other: P) -> Publishers.Merge<Self, P> {
    .init(upstream: self, other: other)
  }

  /// Passes on the values of three publishers as they come; the first error ends the stream.
  package func merge<B: Publisher<Output, Failure>, C: Publisher<Output, Failure>>(
    with b: B,
    _ c: C
  ) -> Publishers.Merge3<Self, B, C> {
    merge(with: b).merge(with: c)
  }
}

extension Publishers {
  package struct Merge<Upstream: Publisher, Other: Publisher<Upstream.Output, Upstream.Failure>>:
    Operator
  {
    let upstream: Upstream
    let other: Other

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let outbox = Outbox("Merge", subscriber, Merging())
      outbox.begin()
      outbox.add(upstream)
      outbox.add(other)
      outbox.change { $0.remove(0, .finished, &$1) }
    }
  }

  package typealias Merge3<A: Publisher, B: Publisher, C: Publisher> = Merge<Merge<A, B>, C>
  where A.Output == B.Output, B.Output == C.Output, A.Failure == B.Failure, B.Failure == C.Failure
}
