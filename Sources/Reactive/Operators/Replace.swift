extension Publisher {
  /// Sends a value if the stream finishes without having sent any.
  ///
  /// Upstream is asked for everything at the subscription, as in Combine; what comes waits until
  /// the subscriber asks, and nothing bounds how much does. The replacement waits as well. A stream
  /// that fails fails.
  ///
  /// ```marble
  /// numbers                ---|
  /// replaceEmpty(with: 0)  ---(0|)
  /// ```
  @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(self, and: output) { upstream, output, subscriber in
      upstream.subscribe(
        ReplaceSubscription(subscriber, output, asksForAll: true) { completion, hasOutput in
          if case .finished = completion, !hasOutput { nil } else { completion }
        }
      )
    }
  }

  /// Sends a value in place of an error, and finishes.
  ///
  /// Demand passes through. The replacement waits until the subscriber asks, if it has not. A
  /// stream that finishes just finishes.
  ///
  /// ```marble
  /// numbers                -1-2-#
  /// replaceError(with: 0)  -1-2-(0|)
  /// ```
  @inlinable public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    .init(self, and: output) { upstream, output, subscriber in
      upstream.subscribe(
        ReplaceSubscription(subscriber, output, asksForAll: false) { completion, _ in
          if case .failure = completion { nil } else { .finished }
        }
      )
    }
  }
}

extension Publishers {
  /// What ``Publisher/replaceEmpty(with:)`` returns.
  public typealias ReplaceEmpty<Upstream: Publisher> = Attached<
    Upstream, Upstream.Output, Upstream.Output, Upstream.Failure
  >

  /// What ``Publisher/replaceError(with:)`` returns.
  public typealias ReplaceError<Upstream: Publisher> = Attached<
    Upstream, Upstream.Output, Upstream.Output, Never
  >
}

/// Sends one value of its own at the end: in place of nothing, or of a failure.
///
/// In place of nothing, everything is asked for at once, as in Combine, and what comes waits here
/// until it is asked for.
@usableFromInline
final class ReplaceSubscription<Input, Failure: Error, NewFailure: Error>: OperatorSubscription,
  @unchecked Sendable
{
  // @unchecked Sendable because the state is locked; the replacement never changes.
  @usableFromInline typealias Ending = Subscribers.Completion<NewFailure>
  @usableFromInline typealias Action = DeliveryQueue<Input, NewFailure>.Action

  @usableFromInline @frozen struct State {
    @usableFromInline var delivery = DeliveryQueue<Input, NewFailure>(demand: .none)
    @usableFromInline var hasOutput = false
  }

  @usableFromInline let downstream: AnySubscriber<Input, NewFailure>
  @usableFromInline let output: Input

  /// Whether everything is asked for at the subscription; so it is where nothing is replaced.
  @usableFromInline let asksForAll: Bool

  /// How the stream ends, `nil` for with the replacement.
  @usableFromInline
  let ending: @Sendable (Subscribers.Completion<Failure>, _ hasOutput: Bool) -> Ending?
  @usableFromInline let upstream = UpstreamLink()
  @usableFromInline let state = Locked(State())

  @inlinable init(
    _ downstream: AnySubscriber<Input, NewFailure>,
    _ output: Input,
    asksForAll: Bool,
    ending: @escaping @Sendable (Subscribers.Completion<Failure>, _ hasOutput: Bool) -> Ending?
  ) {
    self.downstream = downstream
    self.output = output
    self.asksForAll = asksForAll
    self.ending = ending
  }

  @inlinable var name: StaticString { asksForAll ? "ReplaceEmpty" : "ReplaceError" }

  @inlinable func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    downstream.receive(subscription: self)
    if asksForAll { upstream.request(.unlimited) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    let action = state.withLock { state in
      state.hasOutput = true
      let isOwed = asksForAll || state.delivery.hasRoom
      precondition(isOwed, "a value came that was not asked for")
      return state.delivery.send(input)
    }
    return perform(action, isAnswered: true)
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.finish() else { return }
    let action = state.withLock { state in
      if let ending = ending(completion, state.hasOutput) { return state.delivery.end(ending) }
      let delivery = state.delivery.send(output)
      let end = state.delivery.end(.finished)
      if case .deliver = delivery { return delivery }
      return end
    }
    perform(action)
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    perform(state.withLock { $0.delivery.request(demand) })
    upstream.request(demand)
  }

  @inlinable func cancel() {
    _ = state.withLock { $0.delivery.cancel() }
    upstream.close()?.cancel()
  }

  /// Delivers what is due; answers what the subscriber asks for after the first value, if that is
  /// answered, and asks upstream for it otherwise.
  @discardableResult
  @inlinable func perform(_ first: Action, isAnswered: Bool = false) -> Subscribers.Demand {
    var (action, isAnswer) = (first, isAnswered)
    var answer = Subscribers.Demand.none
    while case .deliver(let value) = action {
      let more = downstream.receive(value)
      if isAnswer { answer = more } else if more != .none { upstream.request(more) }
      isAnswer = false
      action = state.withLock { $0.delivery.delivered(more) }
    }
    if case .end(let completion, _) = action { downstream.receive(completion: completion) }
    return answer
  }
}
