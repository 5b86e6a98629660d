extension Publisher {
  /// Calls closures with everything that passes, and passes it on unchanged.
  ///
  /// Each closure runs on the thread of the event, before the event is passed on; it is told what a
  /// subscriber asks for in answer to a value after that. The closures are released at the end of
  /// the stream and at its cancellation.
  ///
  /// ```marble
  /// numbers                       -1-2-|
  /// handleEvents(receiveOutput:)  -1-2-|
  /// ```
  @preconcurrency public func handleEvents(
    receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
    receiveOutput: (@Sendable (Output) -> Void)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (@Sendable () -> Void)? = nil,
    receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    let handlers = EventHandlers<Output, Failure>(
      subscription: receiveSubscription,
      output: receiveOutput,
      completion: receiveCompletion,
      cancel: receiveCancel,
      request: receiveRequest,
      answer: { if $0 != .none { receiveRequest?($0) } }
    )
    return .init(self) { EventSubscription($0, name: "HandleEvents", releases: true, handlers) }
  }
}

extension Publishers {
  /// What `handleEvents` returns.
  public typealias HandleEvents<Upstream: Publisher> = Relayed<Upstream>
}

/// What `handleEvents` and `print` call with everything that passes.
struct EventHandlers<Input, Failure: Error>: Sendable {
  var subscription: (@Sendable (any Subscription) -> Void)?
  var output: (@Sendable (Input) -> Void)?
  var completion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
  var cancel: (@Sendable () -> Void)?
  var request: (@Sendable (Subscribers.Demand) -> Void)?

  /// Called with what the subscriber asks for in answer to a value.
  var answer: (@Sendable (Subscribers.Demand) -> Void)?
}

/// The subscription of `handleEvents` and `print`, which changes nothing.
///
/// `handleEvents` releases its closures at the end of the stream and on cancellation; those of
/// `print` hold nothing, and print what comes after that as well.
final class EventSubscription<Input, Failure: Error>: Subscriber, Subscription,
  CustomStringConvertible, Sendable
{
  let downstream: AnySubscriber<Input, Failure>
  let name: StaticString
  let upstream = UpstreamLink()
  let state: Locked<EventHandlers<Input, Failure>>
  let releases: Bool

  init(
    _ downstream: AnySubscriber<Input, Failure>,
    name: StaticString,
    releases: Bool,
    _ handlers: EventHandlers<Input, Failure>
  ) {
    self.downstream = downstream
    self.name = name
    self.releases = releases
    state = Locked(handlers)
  }

  var description: String { "\(name)" }
  var handlers: EventHandlers<Input, Failure> { state.withLock { $0 } }

  func receive(subscription: any Subscription) {
    handlers.subscription?(subscription)
    if upstream.connect(subscription) { downstream.receive(subscription: self) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    handlers.output?(input)
    let more = downstream.receive(input)
    handlers.answer?(more)
    return more
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    handlers.completion?(completion)
    _ = upstream.close()
    release()
    downstream.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    handlers.request?(demand)
    upstream.request(demand)
  }

  func cancel() {
    handlers.cancel?()
    guard let last = upstream.close() else { return }
    release()
    last.cancel()
  }

  func release() {
    if releases { _ = state.replace(with: EventHandlers()) }
  }
}
