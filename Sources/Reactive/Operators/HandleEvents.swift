extension Publisher {
  /// Calls closures with everything that passes, and passes it on unchanged.
  ///
  /// Each closure runs on the thread of the event, before the event is passed on; what a subscriber
  /// asks for in answer to a value is told after it. The closures are let go at the end of the
  /// stream and at its cancellation.
  ///
  /// ```marble
  /// numbers                       -1-2-|
  /// handleEvents(receiveOutput:)  -1-2-|
  /// ```
  @preconcurrency
  @inlinable
  public func handleEvents(
    receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
    receiveOutput: (@Sendable (Output) -> Void)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (@Sendable () -> Void)? = nil,
    receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    .init(
      upstream: self,
      receiveSubscription: receiveSubscription,
      receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion,
      receiveCancel: receiveCancel,
      receiveRequest: receiveRequest
    )
  }
}

extension Publishers {
  /// A publisher that tells closures about everything that passes.
  ///
  /// See
  /// ``Publisher/handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)``.
  public struct HandleEvents<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// Called with the subscription.
    @preconcurrency public var receiveSubscription: (@Sendable (any Subscription) -> Void)?

    /// Called with every value.
    @preconcurrency public var receiveOutput: (@Sendable (Upstream.Output) -> Void)?

    /// Called with the end of the stream.
    @preconcurrency public var receiveCompletion:
      (@Sendable (Subscribers.Completion<Upstream.Failure>) -> Void)?

    /// Called when the subscriber cancels.
    @preconcurrency public var receiveCancel: (@Sendable () -> Void)?

    /// Called with every request.
    @preconcurrency public var receiveRequest: (@Sendable (Subscribers.Demand) -> Void)?

    /// Makes the publisher from its parts.
    @preconcurrency
    @inlinable
    public init(
      upstream: Upstream,
      receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
      receiveOutput: (@Sendable (Output) -> Void)? = nil,
      receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
      receiveCancel: (@Sendable () -> Void)? = nil,
      receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
      self.receiveRequest = receiveRequest
    }

    /// Attaches a subscriber.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var answer: (@Sendable (Subscribers.Demand) -> Void)?
      if let receiveRequest {
        answer = { if $0 != .none { receiveRequest($0) } }
      }
      let watch = Watch(
        subscriber,
        name: "HandleEvents",
        releases: true,
        subscription: receiveSubscription,
        output: receiveOutput,
        completion: receiveCompletion,
        cancel: receiveCancel,
        request: receiveRequest,
        answer: answer
      )
      upstream.subscribe(watch)
    }
  }
}
