extension Publisher {
  /// Sends a value when upstream finishes without one.
  package func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  package struct ReplaceEmpty<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let output: Upstream.Output

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let outbox = Outbox("ReplaceEmpty", subscriber, State())
      upstream.subscribe(
        AnySubscriber(
          receiveSubscription: { outbox.connect($0, request: .unlimited) },
          receiveValue: { value in
            outbox.send(value) { state, _ in
              state.isEmpty = false
              return state.upstream.isOpen
            }
          },
          receiveCompletion: { completion in
            outbox.change { state, out in
              guard state.releaseUpstream(&out.flow) else { return }
              if state.isEmpty, !completion.isFailure { out.send(output) }
              out.send(completion: completion)
            }
          }
        )
      )
    }

    private struct State: SingleUpstream {
      var upstream = SubscriptionStatus.awaited
      var isEmpty = true
    }
  }
}
