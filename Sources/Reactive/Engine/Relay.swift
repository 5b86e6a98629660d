/// A subscription that changes each value, and asks upstream for all that its subscriber asks for.
final class Relay<Input, Output, Failure: Error>: Subscriber, Subscription,
  CustomStringConvertible, Sendable
{
  let downstream: AnySubscriber<Output, Failure>
  let name: StaticString
  let upstream = UpstreamLink()

  /// Called when the subscription comes.
  let begin: @Sendable () -> Void
  let transform: @Sendable (Input) -> Output

  init(
    _ downstream: AnySubscriber<Output, Failure>,
    name: StaticString,
    begin: @escaping @Sendable () -> Void = {},
    transform: @escaping @Sendable (Input) -> Output
  ) {
    self.downstream = downstream
    self.name = name
    self.begin = begin
    self.transform = transform
  }

  var description: String { "\(name)" }

  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    begin()
    downstream.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    let more = downstream.receive(transform(input))
    if more != .none { upstream.request(more) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if upstream.finish() { downstream.receive(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  func cancel() {
    upstream.close()?.cancel()
  }
}
