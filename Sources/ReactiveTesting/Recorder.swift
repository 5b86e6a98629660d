package import Reactive
private import System

/// An event that a subscriber received.
package enum Event<Value, Failure: Error> {
  /// The subscription.
  case subscription

  /// A value.
  case value(Value)

  /// The end without an error.
  case finished

  /// The end with an error.
  case failure(Failure)
}

extension Event: Equatable where Value: Equatable, Failure: Equatable {}
extension Event: Sendable where Value: Sendable {}

/// A subscriber that records all events, for comparison as one history.
///
/// ```swift
/// let recorder = Recorder(numbers.map { $0 * 2 })
/// #expect(recorder.events == [.subscription, .value(2), .value(4), .finished])
/// ```
package final class Recorder<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
  private struct State: Sendable {
    var events: [Event<Input, Failure>] = []
    var subscription: (any Subscription)?
    var call: Call?
    var overlaps = 0

    /// The thread on which `cancel()` has returned.
    var cancelingThread: UInt?
    var eventsAfterCancel: [Event<Input, Failure>] = []
  }

  /// A call in progress.
  ///
  /// During that call, only the thread that delivers the subscription may send a value: the answer
  /// to its own request.
  private struct Call: Sendable {
    let isSubscription: Bool
    let thread: UInt

    func allowsAnother() -> Bool { isSubscription && thread == DedicatedThread.currentNumber }
  }

  private let state = Guarded(State())
  private let initialDemand: Subscribers.Demand
  private let onSubscription: @Sendable (any Subscription) -> Void
  private let answer: @Sendable (Input) -> Subscribers.Demand

  /// Creates a recorder to attach later.
  ///
  /// - Parameters:
  ///   - demand: The initial demand; `.none` for nothing.
  ///   - answer: Returns the demand after a value. Called outside any lock.
  ///   - onSubscription: Called with the subscription after the first request.
  package init(
    demand: Subscribers.Demand = .unlimited,
    answer: @escaping @Sendable (Input) -> Subscribers.Demand = { _ in .none },
    onSubscription: @escaping @Sendable (any Subscription) -> Void = { _ in }
  ) {
    initialDemand = demand
    self.onSubscription = onSubscription
    self.answer = answer
  }

  /// Creates a recorder and attaches it to a publisher.
  package convenience init<P: Publisher>(
    _ publisher: P,
    demand: Subscribers.Demand = .unlimited,
    answer: @escaping @Sendable (Input) -> Subscribers.Demand = { _ in .none }
  ) where P.Output == Input, P.Failure == Failure {
    self.init(demand: demand, answer: answer)
    publisher.subscribe(self)
  }

  /// All events so far, in order.
  package var events: [Event<Input, Failure>] { state.withLock { $0.events } }

  /// The values so far, in order.
  package var values: [Input] {
    events.compactMap { event in
      if case .value(let value) = event { value } else { nil }
    }
  }

  /// The number of calls that arrived while another was in progress; any breaks a law.
  package var overlaps: Int { state.withLock { $0.overlaps } }

  /// The events received after `cancel()` returned on the same thread; any breaks a law.
  package var eventsAfterCancel: [Event<Input, Failure>] {
    state.withLock { $0.eventsAfterCancel }
  }

  /// The current subscription.
  package var subscription: (any Subscription)? { state.withLock { $0.subscription } }

  /// Requests more values.
  package func request(_ demand: Subscribers.Demand) {
    subscription?.request(demand)
  }

  /// Cancels and releases the subscription.
  package func cancel() {
    guard let subscription = state.withLock({ $0.subscription.take() }) else { return }
    subscription.cancel()
    state.withLock { $0.cancelingThread = DedicatedThread.currentNumber }
  }

  /// Records the subscription and requests the initial demand.
  package func receive(subscription: any Subscription) {
    let last = enter(.subscription, isSubscription: true)
    state.withLock { $0.subscription = subscription }
    if initialDemand != .none { subscription.request(initialDemand) }
    onSubscription(subscription)
    leave(last)
  }

  package func receive(_ input: Input) -> Subscribers.Demand {
    let last = enter(.value(input))
    defer { leave(last) }
    return answer(input)
  }

  /// Records the end and releases the subscription.
  package func receive(completion: Subscribers.Completion<Failure>) {
    let last =
      switch completion {
      case .finished: enter(.finished)
      case .failure(let error): enter(.failure(error))
      }
    let subscription = state.withLock { $0.subscription.take() }
    withExtendedLifetime(subscription) { leave(last) }
  }

  private func enter(_ event: Event<Input, Failure>, isSubscription: Bool = false) -> Call? {
    let call = Call(isSubscription: isSubscription, thread: DedicatedThread.currentNumber)
    return state.withLock { state in
      let last = state.call
      if let last, !last.allowsAnother() { state.overlaps += 1 }
      if state.cancelingThread == call.thread { state.eventsAfterCancel.append(event) }
      state.call = call
      state.events.append(event)
      return last
    }
  }

  private func leave(_ last: Call?) {
    state.withLock { $0.call = last }
  }
}
