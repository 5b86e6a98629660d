/// A stage that sends one value of its own at the end: in place of nothing, or of a failure.
///
/// In place of nothing, everything is asked for at once, as in Combine, and what comes waits here
/// until it is asked for.
@usableFromInline
final class Substitution<Downstream: Subscriber, Failure: Error>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
{
  // @unchecked Sendable because the state is locked; the value standing in never changes.
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Ending = Subscribers.Completion<Downstream.Failure>
  @usableFromInline typealias Action = OutletMachine<Input, Downstream.Failure>.Action

  @usableFromInline
  enum Occasion: Sendable {
    case emptiness
    case failure
  }

  @usableFromInline
  @frozen
  struct State {
    @usableFromInline var outlet = OutletMachine<Input, Downstream.Failure>(demand: .none)
    @usableFromInline var hasOutput = false

    @inlinable
    init() {}
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let output: Input
  @usableFromInline let occasion: Occasion
  @usableFromInline let ending: @Sendable (Subscribers.Completion<Failure>) -> Ending
  @usableFromInline let upstream = Upstream()
  @usableFromInline let state = Locked(State())

  @inlinable
  init(
    _ downstream: Downstream,
    output: Input,
    replaces occasion: Occasion,
    ending: @escaping @Sendable (Subscribers.Completion<Failure>) -> Ending
  ) {
    self.downstream = downstream
    self.output = output
    self.occasion = occasion
    self.ending = ending
  }

  @inlinable var description: String { occasion == .emptiness ? "ReplaceEmpty" : "ReplaceError" }

  @inlinable
  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    downstream.receive(subscription: self)
    if occasion == .emptiness { upstream.request(.unlimited) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    let action = state.withLock { state in
      state.hasOutput = true
      let isOwed = occasion == .emptiness || state.outlet.hasRoom
      precondition(isOwed, "a value came that was not asked for")
      return state.outlet.send(input)
    }
    return perform(action, isAnswered: true)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.finish() else { return }
    let action = state.withLock { state in
      guard isOccasion(completion, hasOutput: state.hasOutput) else {
        return state.outlet.end(ending(completion))
      }
      let delivery = state.outlet.send(output)
      let end = state.outlet.end(.finished)
      if case .deliver = delivery { return delivery }
      return end
    }
    perform(action)
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    perform(state.withLock { $0.outlet.request(demand) })
    upstream.request(demand)
  }

  @inlinable
  func cancel() {
    _ = state.withLock { $0.outlet.cancel() }
    upstream.close()?.cancel()
  }

  @inlinable
  func isOccasion(_ completion: Subscribers.Completion<Failure>, hasOutput: Bool) -> Bool {
    switch completion {
    case .finished: occasion == .emptiness && !hasOutput
    case .failure: occasion == .failure
    }
  }

  /// Delivers what is due; answers what the subscriber asks for after the first value, if that is
  /// answered, and asks upstream for it otherwise.
  @discardableResult
  @inlinable
  func perform(_ first: Action, isAnswered: Bool = false) -> Subscribers.Demand {
    var (action, isAnswer) = (first, isAnswered)
    var answer = Subscribers.Demand.none
    while case .deliver(let value) = action {
      let more = downstream.receive(value)
      if isAnswer { answer = more } else if more != .none { upstream.request(more) }
      isAnswer = false
      action = state.withLock { $0.outlet.delivered(more) }
    }
    if case .end(let completion, _) = action { downstream.receive(completion: completion) }
    return answer
  }
}
