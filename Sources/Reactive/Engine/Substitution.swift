/// A stage that sends one value of its own at the end: in place of nothing, or of a failure.
@usableFromInline
final class Substitution<Downstream: Subscriber, Failure: Error>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
{
  // @unchecked Sendable because the state is locked; the value standing in never changes.
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Ending = Subscribers.Completion<Downstream.Failure>

  @usableFromInline
  enum Occasion: Sendable {
    case emptiness
    case failure
  }

  @usableFromInline
  @frozen
  struct State {
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var hasOutput = false
    @usableFromInline var isWaiting = false

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
    if occasion == .emptiness { subscription.request(.unlimited) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    state.withLock { state in
      state.hasOutput = true
      if occasion == .failure || state.demand != .none { state.demand -= 1 }
    }
    let more = downstream.receive(input)
    if more != .none { state.withLock { $0.demand += more } }
    return more
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.finish() else { return }
    guard isOccasion(completion) else {
      return downstream.receive(completion: ending(completion))
    }
    let isDue = state.withLock { state in
      state.isWaiting = state.demand == .none
      return !state.isWaiting
    }
    if isDue { substitute() }
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    let isDue = state.withLock { state in
      state.demand += demand
      defer { state.isWaiting = false }
      return state.isWaiting
    }
    if isDue { substitute() } else { upstream.request(demand) }
  }

  @inlinable
  func cancel() {
    state.withLock { $0.isWaiting = false }
    upstream.close()?.cancel()
  }

  @inlinable
  func isOccasion(_ completion: Subscribers.Completion<Failure>) -> Bool {
    switch completion {
    case .finished: occasion == .emptiness && !state.withLock { $0.hasOutput }
    case .failure: occasion == .failure
    }
  }

  @inlinable
  func substitute() {
    _ = downstream.receive(output)
    downstream.receive(completion: .finished)
  }
}
