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
    .init(self, and: output) { upstream, output, subscriber in
      upstream.subscribe(ReplaceSubscription(subscriber, output, replaces: .emptiness) { $0 })
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
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    .init(self, and: output) { upstream, output, subscriber in
      upstream.subscribe(
        ReplaceSubscription(subscriber, output, replaces: .failure) { _ in .finished }
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
final class ReplaceSubscription<Input, Failure: Error, NewFailure: Error>: Subscriber,
  Subscription, CustomStringConvertible, @unchecked Sendable
{
  // @unchecked Sendable because the state is locked; the replacement never changes.
  typealias Ending = Subscribers.Completion<NewFailure>
  typealias Action = DeliveryQueue<Input, NewFailure>.Action

  enum Occasion: Sendable {
    case emptiness
    case failure
  }

  struct State {
    var delivery = DeliveryQueue<Input, NewFailure>(demand: .none)
    var hasOutput = false
  }

  let downstream: AnySubscriber<Input, NewFailure>
  let output: Input
  let occasion: Occasion
  let ending: @Sendable (Subscribers.Completion<Failure>) -> Ending
  let upstream = UpstreamLink()
  let state = Locked(State())

  init(
    _ downstream: AnySubscriber<Input, NewFailure>,
    _ output: Input,
    replaces occasion: Occasion,
    ending: @escaping @Sendable (Subscribers.Completion<Failure>) -> Ending
  ) {
    self.downstream = downstream
    self.output = output
    self.occasion = occasion
    self.ending = ending
  }

  var description: String { occasion == .emptiness ? "ReplaceEmpty" : "ReplaceError" }

  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    downstream.receive(subscription: self)
    if occasion == .emptiness { upstream.request(.unlimited) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    let action = state.withLock { state in
      state.hasOutput = true
      let isOwed = occasion == .emptiness || state.delivery.hasRoom
      precondition(isOwed, "a value came that was not asked for")
      return state.delivery.send(input)
    }
    return perform(action, isAnswered: true)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.finish() else { return }
    let action = state.withLock { state in
      guard isOccasion(completion, hasOutput: state.hasOutput) else {
        return state.delivery.end(ending(completion))
      }
      let delivery = state.delivery.send(output)
      let end = state.delivery.end(.finished)
      if case .deliver = delivery { return delivery }
      return end
    }
    perform(action)
  }

  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    perform(state.withLock { $0.delivery.request(demand) })
    upstream.request(demand)
  }

  func cancel() {
    _ = state.withLock { $0.delivery.cancel() }
    upstream.close()?.cancel()
  }

  func isOccasion(_ completion: Subscribers.Completion<Failure>, hasOutput: Bool) -> Bool {
    switch completion {
    case .finished: occasion == .emptiness && !hasOutput
    case .failure: occasion == .failure
    }
  }

  /// Delivers what is due; answers what the subscriber asks for after the first value, if that is
  /// answered, and asks upstream for it otherwise.
  @discardableResult
  func perform(_ first: Action, isAnswered: Bool = false) -> Subscribers.Demand {
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
