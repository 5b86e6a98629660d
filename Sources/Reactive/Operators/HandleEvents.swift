import System

extension Publisher {
  /// Calls closures with everything that passes, before it is passed on.
  package func handleEvents(
    receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
    receiveOutput: (@Sendable (Output) -> Void)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (@Sendable () -> Void)? = nil,
    receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    .init(
      upstream: self,
      name: "HandleEvents",
      handlers: .init(
        subscription: receiveSubscription,
        output: receiveOutput,
        completion: receiveCompletion,
        cancel: receiveCancel,
        request: receiveRequest,
        answer: receiveRequest
      )
    )
  }
}

extension Publishers {
  package struct HandleEvents<Upstream: Publisher>: Operator {
    struct Handlers: Sendable {
      var subscription: (@Sendable (any Subscription) -> Void)?
      var output: (@Sendable (Upstream.Output) -> Void)?
      var completion: (@Sendable (Subscribers.Completion<Upstream.Failure>) -> Void)?
      var cancel: (@Sendable () -> Void)?
      var request: (@Sendable (Subscribers.Demand) -> Void)?
      /// Called with the demand that a subscriber answers a value with, if there is any.
      var answer: (@Sendable (Subscribers.Demand) -> Void)?
    }

    let upstream: Upstream
    let name: String
    let handlers: Handlers

    package func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(Inner(subscriber, self))
    }

    private final class Inner<Downstream: Subscriber<Output, Failure>>: Subscriber, Subscription,
      CustomStringConvertible
    {
      private struct State: Sendable {
        var link = SubscriptionStatus.awaited
        var handlers = Handlers()
      }

      let description: String
      private let downstream: Downstream
      private let state: Guarded<State>

      init(_ downstream: Downstream, _ publisher: HandleEvents) {
        self.downstream = downstream
        description = publisher.name
        state = Guarded(State(handlers: publisher.handlers))
      }

      private var handlers: Handlers { state.withLock { $0.handlers } }

      func receive(subscription: any Subscription) {
        handlers.subscription?(subscription)
        let isFirst = state.withLock { $0.link.open(subscription) }
        if isFirst { downstream.receive(subscription: self) } else { subscription.cancel() }
      }

      func receive(_ input: Output) -> Subscribers.Demand {
        handlers.output?(input)
        guard state.withLock({ $0.link.isOpen }) else { return .none }
        let more = downstream.receive(input)
        if more != .none { handlers.answer?(more) }
        return more
      }

      func receive(completion: Subscribers.Completion<Failure>) {
        handlers.completion?(completion)
        if close() != nil { downstream.receive(completion: completion) }
      }

      func request(_ demand: Subscribers.Demand) {
        handlers.request?(demand)
        state.withLock { $0.link.subscription }?.request(demand)
      }

      func cancel() {
        handlers.cancel?()
        close()?.cancel()
      }

      /// Ends the connection; what it held is released outside the lock.
      private func close() -> (any Subscription)? {
        state.withLock { exchange(&$0, with: State(link: .closed)) }.link.subscription
      }
    }
  }
}
