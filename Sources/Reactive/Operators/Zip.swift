extension Publisher {
  /// Pairs the values of two publishers: the first with the first, and so on.
  package func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
  where P.Failure == Failure {
    .init(upstream: self, other: other)
  }

  /// Puts the values of three publishers together: the first of each, and so on.
  package func zip<B: Publisher, C: Publisher>(_ b: B, _ c: C) -> Publishers.Zip3<Self, B, C>
  where B.Failure == Failure, C.Failure == Failure {
    zip(b).zip(c).map { ($0.0.0, $0.0.1, $0.1) }
  }
}

extension Publishers {
  package struct Zip<Upstream: Publisher, Other: Publisher>: Operator
  where Upstream.Failure == Other.Failure {
    package typealias Output = (Upstream.Output, Other.Output)

    let upstream: Upstream
    let other: Other

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.pair(with: other, isLatest: false, name: "Zip", for: subscriber)
    }
  }

  package typealias Zip3<A: Publisher, B: Publisher, C: Publisher> = Map<
    Zip<Zip<A, B>, C>, (A.Output, B.Output, C.Output)
  > where A.Failure == B.Failure, B.Failure == C.Failure
}
