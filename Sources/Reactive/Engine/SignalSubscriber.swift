/// The subscription to a publisher of which only the first value matters.
final class SignalLink: Sendable {
  let upstream = UpstreamLink()

  func cancel() {
    upstream.close()?.cancel()
  }
}

/// Asks another publisher for one value, which is a signal to the operator.
struct SignalSubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  let signal: SignalLink
  let owner: any Subscription & CustomStringConvertible
  let onValue: @Sendable () -> Void
  var onCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void = { _ in }

  var combineIdentifier: CombineIdentifier { owner.combineIdentifier }
  var description: String { owner.description }

  func receive(subscription: any Subscription) {
    if signal.upstream.connect(subscription) { subscription.request(.max(1)) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    if signal.upstream.finish() { onValue() }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if signal.upstream.finish() { onCompletion(completion) }
  }
}
