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
  /// A publisher that calls closures with everything that passes.
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
      typealias Input = Upstream.Output
      typealias Failure = Upstream.Failure

      let description: String
      private let downstream: Downstream
      private let link = Guarded(SubscriptionStatus.awaited)
      private let shared: Guarded<Handlers>

      init(_ downstream: Downstream, _ publisher: HandleEvents) {
        self.downstream = downstream
        description = publisher.name
        shared = Guarded(publisher.handlers)
      }

      private var handlers: Handlers { shared.withLock { $0 } }

      func receive(subscription: any Subscription) {
        handlers.subscription?(subscription)
        if link.open(subscription) { downstream.receive(subscription: self) }
      }

      func receive(_ input: Input) -> Subscribers.Demand {
        handlers.output?(input)
        guard link.isOpen else { return .none }
        let more = downstream.receive(input)
        if more != .none { handlers.answer?(more) }
        return more
      }

      func receive(completion: Subscribers.Completion<Failure>) {
        handlers.completion?(completion)
        guard link.close() != nil else { return }
        release()
        downstream.receive(completion: completion)
      }

      func request(_ demand: Subscribers.Demand) {
        handlers.request?(demand)
        link.subscription?.request(demand)
      }

      func cancel() {
        handlers.cancel?()
        guard let last = link.close() else { return }
        release()
        last.cancel()
      }

      private func release() { _ = shared.withLock { exchange(&$0, with: Handlers()) } }
    }
  }
}
