import System

extension Publisher {
  /// Pairs the latest values of two publishers whenever one of them sends a value.
  ///
  /// Requests everything from both. A subscriber that has no demand for a pair skips it and gets
  /// the newest one later.
  package func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure {
    .init(upstream: self, other: other)
  }
}

extension Publishers {
  package struct CombineLatest<Upstream: Publisher, Other: Publisher>: Operator
  where Upstream.Failure == Other.Failure {
    package typealias Output = (Upstream.Output, Other.Output)

    let upstream: Upstream
    let other: Other

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let outbox = Outbox(subscriber, State(), out: .init(backpressure: .latestBeyondEnd))
      attach(upstream, 0, outbox) { exchange(&$0.first, with: $1) }
      attach(other, 1, outbox) { exchange(&$0.second, with: $1) }
    }

    private func attach<P: Publisher, S: Subscriber<Output, Failure>>(
      _ publisher: P,
      _ number: Int,
      _ outbox: Outbox<S, State>,
      replace: @escaping @Sendable (inout State, P.Output) -> P.Output?
    ) where P.Failure == Failure {
      publisher.subscribe(
        AnySubscriber(
          receiveSubscription: { subscription in
            let isLast = outbox.withState { state, _ in
              state.upstreams[number].open(subscription)
                ? !state.upstreams.contains { $0.isAwaited } : nil
            }
            guard let isLast else { return subscription.cancel() }
            guard isLast else { return }
            outbox.begin()
            outbox.update { state, out in
              for upstream in state.upstreams {
                out.ledger.request(upstream.subscription, .unlimited)
              }
            }
          },
          receiveValue: { value in
            outbox.update { state, out in
              guard state.upstreams[number].isOpen else { return }
              out.ledger.release(replace(&state, value))
              if let first = state.first, let second = state.second {
                out.enqueue((first, second))
              }
            }
          },
          receiveCompletion: { completion in
            outbox.update { state, out in
              guard state.upstreams[number].isOpen else { return }
              out.ledger.release(state.upstreams[number].close())
              let isLast = state.upstreams.allSatisfy { $0.isClosed }
              let hasNoValue = number == 0 ? state.first == nil : state.second == nil
              if completion.isFailure || isLast || hasNoValue {
                out.enqueue(completion: completion)
              }
            }
          }
        )
      )
    }

    private struct State: OutboxState {
      var first: Upstream.Output?
      var second: Other.Output?
      var upstreams = [SubscriptionStatus](repeating: .awaited, count: 2)

      var activities: [(any Cancellable)?] { upstreams.map { $0.subscription } }
    }
  }
}
