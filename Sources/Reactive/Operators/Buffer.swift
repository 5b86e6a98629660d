extension Publisher {
  /// Keeps values that come before they are asked for.
  ///
  /// As in Combine, the stream finishes only while there is demand. An error does not wait: values
  /// that were not asked for by then are dropped.
  public func buffer(
    size: Int,
    prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    .init(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// How many values a buffer asks for ahead.
  public enum PrefetchStrategy: Hashable, Sendable {
    /// As many as there is room for.
    case keepFull

    /// Everything, at once.
    case byRequest
  }

  /// What a full buffer does with another value.
  public enum BufferingStrategy<Failure: Error>: Sendable {
    /// Drops the value that comes.
    case dropNewest

    /// Drops the value that has waited longest.
    case dropOldest

    /// Fails with an error made by a closure.
    case customError(@Sendable () -> Failure)
  }

  /// A publisher that keeps values until they are asked for.
  public struct Buffer<Upstream: Publisher>: Operator {
    let upstream: Upstream
    let size: Int
    let prefetch: PrefetchStrategy
    let whenFull: BufferingStrategy<Upstream.Failure>

    /// Attaches a subscriber.
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let isKeptFull = prefetch == .keepFull
      let outbox = Outbox("Buffer", subscriber, State(isKeptFull: isKeptFull))
      upstream.subscribe(
        Inlet(outbox: outbox, request: isKeptFull ? .max(size) : .unlimited) { (value: Output) in
          var makeError: (@Sendable () -> Failure)?
          let answer = outbox.change(from: 0) { state in
            makeError = state.receive(value, isFull: state.mail.count >= size, whenFull)
          }
          if let makeError { outbox.end(.failure(makeError())) }
          return answer
        } ended: { (completion: Subscribers.Completion<Failure>) in
          outbox.change { $0.end(completion) }
        }
      )
    }

    private struct State: SingleUpstream {
      var mail = Mail<Upstream.Output, Upstream.Failure>()
      var upstream: (any Subscription)?
      private let isKeptFull: Bool
      private var isFinished = false

      init(isKeptFull: Bool) { self.isKeptFull = isKeptFull }

      mutating func requested(_ demand: Subscribers.Demand) { add(demand) }

      mutating func delivered(_ answer: Subscribers.Demand, from source: Int?) {
        add(answer)
        if isKeptFull { mail.request(upstream, .max(1), from: source) }
      }

      /// Keeps or drops a value; returns what makes the error that it causes.
      mutating func receive(
        _ value: Upstream.Output,
        isFull: Bool,
        _ whenFull: BufferingStrategy<Upstream.Failure>
      ) -> (@Sendable () -> Upstream.Failure)? {
        guard upstream != nil else { return nil }
        switch whenFull {
        case .dropNewest where isFull: return nil
        case .customError(let makeError) where isFull: return makeError
        case .dropOldest where isFull: mail.dropFirst()
        case .dropNewest, .dropOldest, .customError: break
        }
        mail.send(value, from: 0)
        return nil
      }

      mutating func end(_ completion: Subscribers.Completion<Upstream.Failure>) {
        guard releaseUpstream() else { return }
        if completion.isFailure { return mail.end(completion) }
        isFinished = true
        add(.none)
      }

      private mutating func add(_ demand: Subscribers.Demand) {
        mail.demand += demand
        if isFinished, mail.demand > .max(mail.count) { mail.end(.finished) }
      }
    }
  }
}
