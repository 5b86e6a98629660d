extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Sends only the latest publisher's values, and cancels the previous publisher.
  ///
  /// Finishes when both the outer and the latest inner publisher have finished; an error of either
  /// ends the stream.
  package func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> { .init(upstream: self) }
}

extension Publishers {
  package struct SwitchToLatest<P: Publisher, Upstream: Publisher<P, P.Failure>>: Operator {
    /// The kind of values that the inner publishers send.
    package typealias Output = P.Output

    let upstream: Upstream

    package func receive<S: Subscriber<P.Output, P.Failure>>(subscriber: S) {
      let outbox = Outbox(subscriber, following: Successive(upstream: .closed))
      outbox.begin()
      upstream.subscribe(
        AnySubscriber(
          receiveSubscription: { subscription in
            let isFirst = outbox.withState { state, out in
              guard state.outer.open(subscription) else { return false }
              out.ledger.request(subscription, .unlimited)
              return true
            }
            if isFirst != true { subscription.cancel() }
          },
          receiveValue: { publisher in
            guard outbox.withState({ $0.outer.isOpen ? $0.drop(&$1) : nil }) != nil else {
              return .none
            }
            outbox.follow(publisher) { completion in
              outbox.update { state, out in
                let isLast = state.outer.isClosed && !state.isActive
                if completion.isFailure || isLast { out.enqueue(completion: completion) }
              }
            }
            return .none
          },
          receiveCompletion: { completion in
            outbox.update { state, out in
              guard state.outer.isOpen, let last = state.outer.close() else { return }
              out.ledger.release(last)
              if completion.isFailure || !state.isActive { out.enqueue(completion: completion) }
            }
          }
        )
      )
    }
  }
}
