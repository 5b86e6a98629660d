extension Publisher {
  /// Pairs the values of two publishers: the first with the first, and so on.
  package func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
  where P.Failure == Failure {
    .init(upstream: self, other: other)
  }

  /// Passes each pair of values of two publishers through a closure.
  package func zip<P: Publisher, T: Sendable>(
    _ other: P,
    _ transform: @escaping @Sendable (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where P.Failure == Failure {
    zip(other).map { transform($0.0, $0.1) }
  }

  /// Puts the values of three publishers together: the first of each, and so on.
  package func zip<B: Publisher, C: Publisher>(_ b: B, _ c: C) -> Publishers.Zip3<Self, B, C>
  where B.Failure == Failure, C.Failure == Failure {
    zip(b).zip(c).map { ($0.0.0, $0.0.1, $0.1) }
  }
}

extension Publishers {
  /// A publisher of pairs of the values of two publishers.
  package struct Zip<Upstream: Publisher, Other: Publisher>: Operator
  where Upstream.Failure == Other.Failure {
    /// A pair of values.
    package typealias Output = (Upstream.Output, Other.Output)

    let upstream: Upstream
    let other: Other

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let state = Pairing<Upstream.Output, Other.Output>()
      Outbox("Zip", subscriber, state, out: .init(demand: .unlimited)).attach(upstream, other)
    }
  }

  /// A publisher of the values of three publishers, put together.
  package typealias Zip3<A: Publisher, B: Publisher, C: Publisher> = Map<
    Zip<Zip<A, B>, C>, (A.Output, B.Output, C.Output)
  > where A.Failure == B.Failure, B.Failure == C.Failure
}

/// The state of `zip`: the values that wait for their partners.
private struct Pairing<A: Sendable, B: Sendable>: PairState {
  var upstreams = [SubscriptionStatus](repeating: .awaited, count: 2)
  var first = Queue<A>()
  var second = Queue<B>()

  var isExhausted: Bool {
    upstreams[0].isClosed && first.isEmpty || upstreams[1].isClosed && second.isEmpty
  }

  mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow) {
    demand.assertNonZero()
    request(demand, &flow)
  }

  mutating func delivered(_ answer: Subscribers.Demand, from source: Int?, _ flow: inout Flow) {
    if answer != .none { request(answer, &flow) }
  }

  mutating func receive<Failure>(first value: A, _ out: inout Outgoing<(A, B), Failure>) {
    first.append(value)
    pair(0, &out)
  }

  mutating func receive<Failure>(second value: B, _ out: inout Outgoing<(A, B), Failure>) {
    second.append(value)
    pair(1, &out)
  }

  private mutating func pair<Failure>(_ source: Int, _ out: inout Outgoing<(A, B), Failure>) {
    guard !first.isEmpty, !second.isEmpty else { return }
    if let a = first.popFirst(), let b = second.popFirst() { out.send((a, b), from: source) }
  }
}
