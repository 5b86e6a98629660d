import System

/// The outcome of one value in an operator.
enum Transformation<Output: Sendable, Failure: Error>: Sendable {
  /// Pass this on.
  case pass(Output)
  /// Pass nothing on, and ask for another value in its place.
  case skip
  /// Pass nothing on; another value has been asked for already.
  case leaveOut
  /// Pass this on and finish.
  case last(Output)
  /// End the stream.
  case end(Subscribers.Completion<Failure>)
}

/// The subscriber of an operator that remembers something from one value to the next, or that can
/// end before its upstream does.
///
/// A step takes the state out, calls the operator's closure without the lock, and puts it back.
final class StatefulSubscriber<Input: Sendable, State: Sendable, Downstream: Subscriber>:
  Subscriber,
  Subscription, CustomStringConvertible
{
  typealias Run =
    @Sendable (inout State, Input) -> Transformation<Downstream.Input, Downstream.Failure>

  private struct Content: Sendable {
    var link = SubscriptionStatus.awaited
    var state: State?
    /// The demand that is added to the first request.
    var extra = 0

    /// Puts the state back; `false` if all was over meanwhile.
    mutating func resume(_ new: State) -> Bool {
      if link.isOpen { state = new }
      return link.isOpen
    }
  }

  let description: String
  private let downstream: Downstream
  private let content: Guarded<Content>
  /// Where upstream is asked and canceled.
  private let scheduler: any Scheduler
  private let run: Run

  init(
    _ name: String,
    _ downstream: Downstream,
    state: State,
    extra: Int = 0,
    scheduler: any Scheduler = ImmediateScheduler.shared,
    _ run: @escaping Run
  ) {
    description = name
    self.downstream = downstream
    content = Guarded(Content(state: state, extra: extra))
    self.scheduler = scheduler
    self.run = run
  }

  func receive(subscription: any Subscription) {
    let isFirst = content.withLock { $0.link.open(subscription) }
    if isFirst { downstream.receive(subscription: self) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard var state = content.withLock({ $0.link.isOpen ? $0.state.take() : nil }) else {
      return .none
    }
    let step = run(&state, input)
    guard content.withLock({ $0.resume(state) }) else { return .none }
    switch step {
    case .pass(let output): return downstream.receive(output)
    case .skip: return .max(1)
    case .leaveOut: return .none
    case .last(let output):
      _ = downstream.receive(output)
      end(.finished)
    case .end(let completion): end(completion)
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if close() != nil { downstream.receive(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) {
    let (upstream, extra) = content.withLock { content in
      (content.link.subscription, demand == .none ? 0 : exchange(&content.extra, with: 0))
    }
    if let upstream { scheduler.schedule { upstream.request(demand + extra) } }
  }

  func cancel() { if let last = close() { scheduler.schedule { last.cancel() } } }

  /// Ends the stream before upstream does.
  private func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard let last = close() else { return }
    last.cancel()
    downstream.receive(completion: completion)
  }

  /// Ends the connection; what it held is released outside the lock.
  private func close() -> (any Subscription)? {
    content.withLock { exchange(&$0, with: Content(link: .closed)) }.link.subscription
  }
}
