import System

/// The outcome of one value in an operator.
enum Transformation<Output: Sendable>: Sendable {
  /// Send this value.
  case pass(Output)
  /// Send nothing, and request another value instead.
  case skip
  /// Send nothing; another value has already been requested.
  case leaveOut
  /// Send this value and finish.
  case last(Output)
  /// Finish.
  case finish
}

/// The subscriber of an operator that keeps state between values, or that can end before its
/// upstream.
///
/// A step removes the state, calls the operator's closure without the lock, and stores it again.
final class StatefulSubscriber<Input: Sendable, State: Sendable, Downstream: Subscriber>:
  Subscriber, Subscription
{
  typealias Run = @Sendable (inout State, Input) -> Transformation<Downstream.Input>

  private struct Content: Sendable {
    var link = SubscriptionStatus.awaited
    /// Both are nil once the stream has ended or was canceled.
    var downstream: Downstream?
    var state: State?
    /// Demand to add to the first request.
    var extra = Subscribers.Demand.none

    /// Stores the state again; returns nil if the stream has ended in the meantime.
    mutating func resume(_ new: State) -> Downstream? {
      if link.isOpen { state = new }
      return downstream
    }
  }

  private let content: Guarded<Content>
  private let run: Run

  init(
    _ downstream: Downstream,
    state: State,
    extra: Subscribers.Demand = .none,
    _ run: @escaping Run
  ) {
    content = Guarded(Content(downstream: downstream, state: state, extra: extra))
    self.run = run
  }

  func receive(subscription: any Subscription) {
    let receiver = content.withLock { $0.link.open(subscription) ? $0.downstream : nil }
    if let receiver { receiver.receive(subscription: self) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard var state = content.withLock({ $0.link.isOpen ? $0.state.take() : nil }) else {
      return .none
    }
    let step = run(&state, input)
    guard let receiver = content.withLock({ $0.resume(state) }) else { return .none }
    switch step {
    case .pass(let output): return receiver.receive(output)
    case .skip: return .max(1)
    case .leaveOut: return .none
    case .last(let output):
      _ = receiver.receive(output)
      finish()
    case .finish: finish()
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    let last = close()
    if last.link.isOpen { last.downstream?.receive(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) {
    let (upstream, extra) = content.withLock { content in
      (content.link.subscription, demand == .none ? demand : exchange(&content.extra, with: .none))
    }
    upstream?.request(demand + extra)
  }

  func cancel() { close().link.subscription?.cancel() }

  /// Ends the stream before its upstream.
  private func finish() {
    let last = close()
    guard let upstream = last.link.subscription else { return }
    upstream.cancel()
    last.downstream?.receive(completion: .finished)
  }

  /// Ends the connection; its content is released outside the lock.
  private func close() -> Content {
    content.withLock { exchange(&$0, with: Content(link: .closed)) }
  }
}
