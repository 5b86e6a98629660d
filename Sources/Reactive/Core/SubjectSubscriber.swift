/// Feeds a subject, without owning it, with what another publisher sends.
final class SubjectSubscriber<Downstream: Subject>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
{
  // @unchecked Sendable because the state is locked; the subject takes calls from any thread.
  typealias Input = Downstream.Output
  typealias Failure = Downstream.Failure

  private struct State {
    weak var subject: Downstream?
    var subscription: (any Subscription)?

    var target: Downstream? { subscription == nil ? nil : subject }
  }

  private let state: Locked<State>

  init(_ subject: Downstream) {
    state = Locked(State(subject: subject))
  }

  var description: String { "Subject" }

  func receive(subscription: any Subscription) {
    let subject = state.withLock { state -> Downstream? in
      guard state.subscription == nil, let subject = state.subject else { return nil }
      state.subscription = subscription
      return subject
    }
    if let subject { subject.send(subscription: self) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    state.withLock { $0.target }?.send(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let (subject, last) = state.withLock { state in
      let last = (state.target, state.subscription)
      state = State()
      return last
    }
    withExtendedLifetime(last) { subject?.send(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.subscription }?.request(demand)
  }

  func cancel() {
    let subscription = state.withLock { state -> (any Subscription)? in
      guard state.subject != nil else { return nil }
      let subscription = state.subscription
      state = State()
      return subscription
    }
    subscription?.cancel()
  }
}
