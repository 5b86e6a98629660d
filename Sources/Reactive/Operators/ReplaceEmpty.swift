extension Publisher {
  /// Sends a value when upstream finishes without one.
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that sends a value in place of none.
  public struct ReplaceEmpty<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let output: Upstream.Output

    /// Attaches a subscriber.
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let outbox = Outbox("ReplaceEmpty", subscriber, State())
      upstream.subscribe(
        Inlet(outbox: outbox, request: .unlimited) { (value: Output) in
          outbox.change { state in
            guard state.upstream != nil else { return }
            state.isEmpty = false
            state.mail.send(value)
          }
        } ended: { [output] (completion: Subscribers.Completion<Failure>) in
          outbox.change { state in
            guard state.releaseUpstream() else { return }
            if state.isEmpty, !completion.isFailure { state.mail.send(output) }
            state.mail.end(completion)
          }
        }
      )
    }

    private struct State: SingleUpstream {
      var mail = Mail<Upstream.Output, Upstream.Failure>()
      var upstream: (any Subscription)?
      var isEmpty = true
    }
  }
}
