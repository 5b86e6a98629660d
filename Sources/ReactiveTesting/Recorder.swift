public import Reactive

/// Something a subscriber saw.
public enum Event<Value, Failure: Error> {
  /// The subscription.
  case subscription

  /// A value.
  case value(Value)

  /// The end, by itself.
  case finished

  /// The end, with an error.
  case failure(Failure)
}

extension Event: Equatable where Value: Equatable, Failure: Equatable {}
extension Event: Sendable where Value: Sendable {}

/// A subscriber that writes down everything it sees, to be compared as one history.
///
/// ```swift
/// let recorder = Recorder(numbers.map { $0 * 2 })
/// #expect(recorder.events == [.subscription, .value(2), .value(4), .finished])
/// ```
public final class Recorder<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
  private struct State: Sendable {
    var events: [Event<Input, Failure>] = []
    var subscription: (any Subscription)?
    var isReceiving = false
    var overlaps = 0
  }

  private let state = Guarded(State())
  private let initialDemand: Subscribers.Demand
  private let answer: @Sendable (Input) -> Subscribers.Demand

  /// Makes a recorder to be attached later.
  ///
  /// - Parameters:
  ///   - demand: What is asked for at the subscription; `.none` for nothing.
  ///   - answer: What is asked for after a value. Called outside any lock.
  public init(
    demand: Subscribers.Demand = .unlimited,
    answer: @escaping @Sendable (Input) -> Subscribers.Demand = { _ in .none }
  ) {
    initialDemand = demand
    self.answer = answer
  }

  /// Makes a recorder and attaches it to a publisher.
  public convenience init<P: Publisher>(
    _ publisher: P,
    demand: Subscribers.Demand = .unlimited,
    answer: @escaping @Sendable (Input) -> Subscribers.Demand = { _ in .none }
  ) where P.Output == Input, P.Failure == Failure {
    self.init(demand: demand, answer: answer)
    publisher.subscribe(self)
  }

  /// Everything seen so far, in order.
  public var events: [Event<Input, Failure>] { state.withLock { $0.events } }

  /// The values seen so far, in order.
  public var values: [Input] {
    events.compactMap { event in
      if case .value(let value) = event { value } else { nil }
    }
  }

  /// How many calls came while another one was going on; more than zero breaks a law.
  public var overlaps: Int { state.withLock { $0.overlaps } }

  /// The subscription, while there is one.
  public var subscription: (any Subscription)? { state.withLock { $0.subscription } }

  /// Asks for more.
  public func request(_ demand: Subscribers.Demand) {
    subscription?.request(demand)
  }

  /// Cancels and lets go of the subscription.
  public func cancel() {
    let last = state.withLock { state in
      let last = state.subscription
      state.subscription = nil
      return last
    }
    last?.cancel()
  }

  /// Writes down the subscription and asks for what was said.
  public func receive(subscription: any Subscription) {
    state.withLock { state in
      state.events.append(.subscription)
      state.subscription = subscription
    }
    if initialDemand != .none { subscription.request(initialDemand) }
  }

  /// Writes down a value.
  public func receive(_ input: Input) -> Subscribers.Demand {
    enter(.value(input))
    defer { state.withLock { $0.isReceiving = false } }
    return answer(input)
  }

  /// Writes down the end and lets go of the subscription.
  public func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: enter(.finished)
    case .failure(let error): enter(.failure(error))
    }
    let last = state.withLock { state in
      let last = state.subscription
      state.subscription = nil
      state.isReceiving = false
      return last
    }
    _ = last
  }

  private func enter(_ event: Event<Input, Failure>) {
    state.withLock { state in
      if state.isReceiving { state.overlaps += 1 }
      state.isReceiving = true
      state.events.append(event)
    }
  }
}
