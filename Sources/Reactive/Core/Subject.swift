/// A publisher that is told what to send.
///
/// The way into a stream from code that knows no publishers. ``PassthroughSubject`` remembers
/// nothing, ``CurrentValueSubject`` the latest value.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers that have demand.
  func send(_ value: Output)

  /// Ends the stream; later subscribers get the same completion.
  func send(completion: Subscribers.Completion<Failure>)

  /// Hands over a subscription that feeds this subject; the subject requests from it.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends a signal that carries no value.
  @inlinable public func send() {
    send(())
  }
}

/// A publisher that starts only when it is told to.
///
/// So that several subscribers can attach before the first value. ``autoconnect()`` starts it with
/// the first of them.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts sending; canceling the result stops it.
  func connect() -> any Cancellable
}

/// SubjectUpstreams a subject, without owning it, with what another publisher sends.
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
