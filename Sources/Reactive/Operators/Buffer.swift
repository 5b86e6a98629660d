extension Publisher {
  /// Keeps values that come before they are asked for.
  ///
  /// As in Combine, the stream finishes only while there is demand. An error does not wait: values
  /// that were not asked for by then are dropped.
  package func buffer(
    size: Int,
    prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    .init(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// Whether a buffer asks for as many values as it has room for, or for everything at once.
  package enum PrefetchStrategy: Hashable, Sendable { case keepFull, byRequest }

  /// The strategy of a full buffer for another value: to drop it or the oldest, or to fail.
  package enum BufferingStrategy<Failure: Error>: Sendable {
    case dropNewest
    case dropOldest
    case customError(@Sendable () -> Failure)
  }

  package struct Buffer<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let size: Int
    let prefetch: PrefetchStrategy
    let whenFull: BufferingStrategy<Upstream.Failure>

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let isKeptFull = prefetch == .keepFull
      let outbox = Outbox(
        "Buffer",
        subscriber,
        State(isKeptFull: isKeptFull),
        out: .init(finishNeedsDemand: true)
      )
      upstream.subscribe(
        AnySubscriber(
          receiveSubscription: { subscription in
            outbox.connect(subscription, request: isKeptFull ? .max(size) : .unlimited)
          },
          receiveValue: { value in
            var makeError: (@Sendable () -> Failure)?
            let answer = outbox.send(value, from: 0) { state, out in
              guard state.upstream.isOpen else { return false }
              guard out.flow.count >= size else { return true }
              switch whenFull {
              case .dropNewest: return false
              case .dropOldest: out.dropFirst()
              case .customError(let make):
                makeError = make
                return false
              }
              return true
            }
            if let makeError { outbox.end(.failure(makeError())) }
            return answer
          },
          receiveCompletion: { outbox.complete($0) }
        )
      )
    }

    private struct State: SingleUpstream {
      let isKeptFull: Bool
      var upstream = SubscriptionStatus.awaited

      mutating func requested(_ demand: Subscribers.Demand, _ flow: inout Flow) {
        flow.demand += demand
      }

      mutating func delivered(_ answer: Subscribers.Demand, from source: Int?, _ flow: inout Flow) {
        flow.demand += answer
        if isKeptFull { flow.request(upstream.subscription, .max(1), from: source) }
      }
    }
  }
}
