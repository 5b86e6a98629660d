extension Publisher {
  /// Pairs the latest values of two publishers whenever one of them sends a value.
  ///
  /// Both are asked for everything. A subscriber that asks too late for a pair skips it: the next one
  /// that it gets is the newest.
  package func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure {
    .init(upstream: self, other: other)
  }

  /// Combines the latest values of three publishers whenever one of them sends a value.
  package func combineLatest<B: Publisher, C: Publisher>(
    _ b: B,
    _ c: C
  ) -> Publishers.CombineLatest3<Self, B, C> where B.Failure == Failure, C.Failure == Failure {
    combineLatest(b).combineLatest(c).map { ($0.0.0, $0.0.1, $0.1) }
  }
}

extension Publishers {
  package struct CombineLatest<Upstream: Publisher, Other: Publisher>: Operator
  where Upstream.Failure == Other.Failure {
    package typealias Output = (Upstream.Output, Other.Output)

    let upstream: Upstream
    let other: Other

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.pair(with: other, isLatest: true, name: "CombineLatest", for: subscriber)
    }
  }

  package typealias CombineLatest3<A: Publisher, B: Publisher, C: Publisher> = Map<
    CombineLatest<CombineLatest<A, B>, C>, (A.Output, B.Output, C.Output)
  > where A.Failure == B.Failure, B.Failure == C.Failure
}
