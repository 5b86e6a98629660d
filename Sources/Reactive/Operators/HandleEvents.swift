extension Publisher {
  /// Calls closures with everything that passes, and passes it on unchanged.
  ///
  /// Each closure runs on the thread of the event, before the event is passed on; it is told what a
  /// subscriber asks for in answer to a value after that. The closures are released at the end of
  /// the stream and at its cancellation.
  @preconcurrency public func handleEvents(
    receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
    receiveOutput: (@Sendable (Output) -> Void)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (@Sendable () -> Void)? = nil,
    receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    var handlers = EventHandlers<Output, Failure>()
    handlers.subscription = receiveSubscription
    handlers.output = receiveOutput
    handlers.completion = receiveCompletion
    handlers.cancel = receiveCancel
    handlers.request = receiveRequest
    handlers.answer = { if $0 != .none { receiveRequest?($0) } }
    return .init(self) { [handlers] subscriber in
      EventSubscription(subscriber, name: "HandleEvents", handlers)
    }
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

  init() {}
}

/// The subscription of `handleEvents` and `print`, which changes nothing.
///
/// It releases the closures at the end of the stream and on cancellation.
final class EventSubscription<Input, Failure: Error>: OperatorSubscription {
  let downstream: AnySubscriber<Input, Failure>
  let name: StaticString
  let upstream = UpstreamLink()
  let state: Locked<EventHandlers<Input, Failure>>

  init(
    _ downstream: AnySubscriber<Input, Failure>,
    name: StaticString,
    _ handlers: EventHandlers<Input, Failure>
  ) {
    self.downstream = downstream
    self.name = name
    state = Locked(handlers)
  }

  var handlers: EventHandlers<Input, Failure> { state.withLock { $0 } }

  func receive(subscription: any Subscription) {
    handlers.subscription?(subscription)
    if upstream.connect(subscription) { downstream.receive(subscription: self) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    handlers.output?(input)
    guard upstream.isConnected else { return .none }
    let more = downstream.receive(input)
    handlers.answer?(more)
    return more
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    handlers.completion?(completion)
    guard upstream.close() != nil else { return }
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
    _ = state.replace(with: EventHandlers())
  }
}
