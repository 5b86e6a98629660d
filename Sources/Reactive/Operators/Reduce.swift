extension Publisher {
  /// Sends, when upstream finishes, the last result of a closure given the last result and a value.
  package func reduce<Accumulator: Sendable>(
    _ initial: Accumulator,
    _ nextPartialResult: @escaping @Sendable (Accumulator, Output) -> Accumulator
  ) -> Publishers.Reduce<Self, Accumulator> {
    .init(upstream: self, name: "Reduce", initial: initial) { result, value in
      if let last = result.take() { result = nextPartialResult(last, value) }
      return false
    }
  }

  /// Passes on the completion alone.
  package func ignoreOutput() -> Publishers.Reduce<Self, Never> {
    .init(upstream: self, name: "IgnoreOutput") { _, _ in false }
  }

  /// Sends the number of values when upstream finishes.
  package func count() -> Publishers.Reduce<Self, Int> {
    .init(upstream: self, name: "Count", initial: 0) { count, _ in
      count? += 1
      return false
    }
  }

  /// Sends all values in one array when upstream finishes.
  package func collect() -> Publishers.Reduce<Self, [Output]> {
    .init(upstream: self, name: "Collect", initial: []) { values, value in
      values?.append(value)
      return false
    }
  }

  /// Sends whether a closure returns true for a value, as soon as that is known.
  package func contains(
    where predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Reduce<Self, Bool> {
    .init(upstream: self, name: "Contains", initial: false) { isFound, value in
      let isMatch = predicate(value)
      isFound = isMatch
      return isMatch
    }
  }

  /// Sends whether a closure returns true for every value, as soon as that is known.
  package func allSatisfy(
    _ predicate: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Reduce<Self, Bool> {
    .init(upstream: self, name: "AllSatisfy", initial: true) { isSatisfied, value in
      let isMatch = predicate(value)
      isSatisfied = isMatch
      return !isMatch
    }
  }
}

extension Publisher where Output: Equatable {
  /// Sends whether a value equals a given one, as soon as that is known.
  package func contains(_ output: Output) -> Publishers.Reduce<Self, Bool> {
    contains { $0 == output }
  }
}

extension Publishers {
  package struct Reduce<Upstream: Publisher, Output: Sendable>: Operator {
    let upstream: Upstream
    let name: String
    var initial: Output?

    /// Adds a value to the result; `true` when no other value can change it.
    let step: @Sendable (inout Output?, Upstream.Output) -> Bool

    package func receive<S: Subscriber<Output, Upstream.Failure>>(subscriber: S) {
      let outbox = Outbox(name, subscriber, State(result: initial))
      upstream.subscribe(
        AnySubscriber(
          receiveSubscription: { outbox.connect($0, request: .unlimited) },
          receiveValue: { value in
            // Taken out, because a step calls code of others.
            var result: Output?
            let isOpen = outbox.ask { state, _ in
              if state.upstream.isOpen { result = state.result.take() }
              return state.upstream.isOpen
            }
            guard isOpen == true else { return .none }
            let isKnown = step(&result, value)
            outbox.change { state, out in
              state.result = result
              guard isKnown else { return }
              out.flow.cancel(state.upstream.close())
              state.finish(.finished, &out)
            }
            return .none
          },
          receiveCompletion: { completion in
            outbox.change { if $0.releaseUpstream(&$1.flow) { $0.finish(completion, &$1) } }
          }
        )
      )
    }

    private struct State: SingleUpstream {
      var upstream = SubscriptionStatus.awaited
      var result: Output?

      /// Sends the result when it is asked for, unless there was an error, and ends the stream.
      mutating func finish(
        _ completion: Subscribers.Completion<Upstream.Failure>,
        _ out: inout Outgoing<Output, Upstream.Failure>
      ) {
        if !completion.isFailure, let result = result.take() { out.send(result) }
        out.send(completion: completion)
      }
    }
  }
}
