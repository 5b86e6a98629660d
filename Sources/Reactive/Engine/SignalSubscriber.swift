/// The subscription to a publisher of which only the first value matters.
@usableFromInline final class SignalLink: Sendable {
  @usableFromInline let upstream = UpstreamLink()

  @inlinable func cancel() {
    upstream.close()?.cancel()
  }
}

/// Asks another publisher for one value, which is a signal to the operator.
@usableFromInline @frozen
struct SignalSubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline let signal: SignalLink
  @usableFromInline let owner: any Subscription & CustomStringConvertible
  @usableFromInline let onValue: @Sendable () -> Void
  @usableFromInline let onCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

  @inlinable init(
    _ signal: SignalLink,
    owner: any Subscription & CustomStringConvertible,
    onValue: @escaping @Sendable () -> Void,
    onCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void = { _ in }
  ) {
    self.signal = signal
    self.owner = owner
    self.onValue = onValue
    self.onCompletion = onCompletion
  }

  @inlinable var combineIdentifier: CombineIdentifier { owner.combineIdentifier }
  @inlinable var description: String { owner.description }

  @inlinable func receive(subscription: any Subscription) {
    if signal.upstream.connect(subscription) { subscription.request(.max(1)) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if signal.upstream.finish() { onValue() }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if signal.upstream.finish() { onCompletion(completion) }
  }
}
