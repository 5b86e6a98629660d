extension Publisher {
  /// Pairs the latest values of two publishers, whenever there is a new one of either.
  package func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure {
    .init(upstream: self, other: other)
  }

  /// Passes each pair of the latest values of two publishers through a closure.
  package func combineLatest<P: Publisher, T: Sendable>(
    _ other: P,
    _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Puts the latest values of three publishers together, whenever there is a new one of any.
  package func combineLatest<B: Publisher, C: Publisher>(
    _ b: B,
    _ c: C
  ) -> Publishers.CombineLatest3<Self, B, C> where B.Failure == Failure, C.Failure == Failure {
    combineLatest(b).combineLatest(c).map { ($0.0.0, $0.0.1, $0.1) }
  }
}

extension Publishers {
  /// A publisher of pairs of the latest values of two publishers.
  package struct CombineLatest<Upstream: Publisher, Other: Publisher>: Operator
  where Upstream.Failure == Other.Failure {
    /// A pair of values.
    package typealias Output = (Upstream.Output, Other.Output)

    let upstream: Upstream
    let other: Other

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      Outbox("CombineLatest", subscriber, Latest<Upstream.Output, Other.Output>()).attach(
        upstream,
        other
      )
    }
  }

  /// A publisher of the latest values of three publishers, put together.
  package typealias CombineLatest3<A: Publisher, B: Publisher, C: Publisher> = Map<
    CombineLatest<CombineLatest<A, B>, C>, (A.Output, B.Output, C.Output)
  > where A.Failure == B.Failure, B.Failure == C.Failure
}

/// The state of `combineLatest`: the latest values.
private struct Latest<A: Sendable, B: Sendable>: PairState {
  var upstreams = [SubscriptionStatus](repeating: .awaited, count: 2)
  var first: A?
  var second: B?

  var isExhausted: Bool {
    upstreams.allSatisfy(\.isClosed) || upstreams[0].isClosed && first == nil
      || upstreams[1].isClosed && second == nil
  }

  mutating func began(_ flow: inout Flow) { request(.unlimited, &flow) }

  mutating func receive<Failure>(first value: A, _ out: inout Outgoing<(A, B), Failure>) {
    out.flow.release(exchange(&first, with: value))
    combine(&out)
  }

  mutating func receive<Failure>(second value: B, _ out: inout Outgoing<(A, B), Failure>) {
    out.flow.release(exchange(&second, with: value))
    combine(&out)
  }

  private func combine<Failure>(_ out: inout Outgoing<(A, B), Failure>) {
    if let first, let second { out.send((first, second)) }
  }
}
