extension Publisher {
  /// Shares one subscription to this publisher from the first subscriber to the last.
  ///
  /// As in Combine, requests everything from upstream once a subscriber has requested a value. Each
  /// subscriber misses values that it has no demand for.
  package func share() -> Publishers.Share<Self> { .init(upstream: self) }
}

extension Publishers {
  package final class Share<Upstream: Publisher>: Operator {
    let upstream: Upstream
    private let broadcast = Broadcast<Upstream.Output, Upstream.Failure>(.drop)

    init(upstream: Upstream) { self.upstream = upstream }

    package func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      broadcast.receive(subscriber: subscriber, of: self)
      let receiver = AnySubscriber<Upstream.Output, Upstream.Failure>(
        receiveSubscription: { [broadcast] in if broadcast.isAsked { $0.request(.unlimited) } },
        receiveValue: { [broadcast] value in
          broadcast.send(value)
          return .none
        },
        receiveCompletion: { [broadcast] in broadcast.send(completion: $0) }
      )
      let connection = StatefulSubscriber(receiver, state: ()) { .pass($1) }
      if broadcast.connect(connection) { upstream.subscribe(connection) }
    }
  }
}
