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
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(self, and: output) { $0.subscribe(ReplaceEmptySubscription($2, $1)) }
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
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    .init(self, and: output) { upstream, output, subscriber in
      let both = ConcatSubscription<Output, Failure, Never>(subscriber, name: "ReplaceError") {
        both,
        completion in
        guard case .failure = completion else { return both.end(.finished) }
        both.goOn(with: Just(output)) { (_: Never) -> Never in }
      }
      upstream.subscribe(both)
    }
  }
}

extension Publishers {
  /// What ``Publisher/replaceEmpty(with:)`` returns.
  public typealias ReplaceEmpty<Upstream: Publisher> = ClosureOperator<
    Upstream, Upstream.Output, Upstream.Output, Upstream.Failure
  >

  /// What ``Publisher/replaceError(with:)`` returns.
  public typealias ReplaceError<Upstream: Publisher> = ClosureOperator<
    Upstream, Upstream.Output, Upstream.Output, Never
  >
}

/// Asks for everything at once, as Combine does, and keeps what comes until it is asked for.
final class ReplaceEmptySubscription<Input, Failure: Error>: LinkedSubscription, @unchecked Sendable
{
  // @unchecked Sendable because the state is locked; the replacement never changes.
  typealias Delivery = DeliveryQueue<Input, Failure>

  let downstream: AnySubscriber<Input, Failure>
  let output: Input
  let upstream = UpstreamLink()
  let state = Locked((isEmpty: true, delivery: Delivery(demand: .none)))

  init(_ downstream: AnySubscriber<Input, Failure>, _ output: Input) {
    self.downstream = downstream
    self.output = output
  }

  var name: StaticString { "ReplaceEmpty" }

  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    downstream.receive(subscription: self)
    upstream.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    let action = state.withLock { state in
      state.isEmpty = false
      return state.delivery.send(input)
    }
    return perform(action, isAnswered: true)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.close() != nil else { return }
    let action = state.withLock { state in
      guard case .finished = completion, state.isEmpty else {
        return state.delivery.end(completion)
      }
      let delivery = state.delivery.send(output)
      let end = state.delivery.end(.finished)
      if case .deliver = delivery { return delivery }
      return end
    }
    perform(action)
  }

  func request(_ demand: Subscribers.Demand) {
    demand.assertNonZero()
    perform(state.withLock { $0.delivery.request(demand) })
    upstream.request(demand)
  }

  func cancel() {
    _ = state.withLock { $0.delivery.cancel() }
    upstream.close()?.cancel()
  }

  /// Delivers what is due; answers what the subscriber asks for after the first value, if that is
  /// answered, and asks upstream for it otherwise.
  @discardableResult
  func perform(_ first: Delivery.Action, isAnswered: Bool = false) -> Subscribers.Demand {
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
