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
  @preconcurrency @inlinable public func handleEvents(
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
      EventSubscription(subscriber, name: "HandleEvents", releases: true, handlers)
    }
  }
}

extension Publishers {
  /// What `handleEvents` returns.
  public typealias HandleEvents<Upstream: Publisher> = Relayed<Upstream>
}

/// What `handleEvents` and `print` call with everything that passes.
@usableFromInline @frozen
struct EventHandlers<Input, Failure: Error>: Sendable {
  @usableFromInline var subscription: (@Sendable (any Subscription) -> Void)?
  @usableFromInline var output: (@Sendable (Input) -> Void)?
  @usableFromInline var completion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
  @usableFromInline var cancel: (@Sendable () -> Void)?
  @usableFromInline var request: (@Sendable (Subscribers.Demand) -> Void)?

  /// Called with what the subscriber asks for in answer to a value.
  @usableFromInline var answer: (@Sendable (Subscribers.Demand) -> Void)?

  @inlinable init() {}
}

/// The subscription of `handleEvents` and `print`, which changes nothing.
///
/// `handleEvents` releases its closures at the end of the stream and on cancellation; those of
/// `print` hold nothing, and print what comes after that as well.
@usableFromInline
final class EventSubscription<Input, Failure: Error>: OperatorSubscription {
  @usableFromInline let downstream: AnySubscriber<Input, Failure>
  @usableFromInline let name: StaticString
  @usableFromInline let upstream = UpstreamLink()
  @usableFromInline let state: Locked<EventHandlers<Input, Failure>>
  @usableFromInline let releases: Bool

  @inlinable init(
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

  @inlinable var handlers: EventHandlers<Input, Failure> { state.withLock { $0 } }

  @inlinable func receive(subscription: any Subscription) {
    handlers.subscription?(subscription)
    if upstream.connect(subscription) { downstream.receive(subscription: self) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    handlers.output?(input)
    if upstream.isCancelled { return .none }
    let more = downstream.receive(input)
    handlers.answer?(more)
    return more
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    handlers.completion?(completion)
    if upstream.isCancelled { return }
    _ = upstream.close()
    release()
    downstream.receive(completion: completion)
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    handlers.request?(demand)
    upstream.request(demand)
  }

  @inlinable func cancel() {
    handlers.cancel?()
    guard let last = upstream.cancel() else { return }
    release()
    last.cancel()
  }

  @inlinable func release() {
    if releases { _ = state.replace(with: EventHandlers()) }
  }
}
