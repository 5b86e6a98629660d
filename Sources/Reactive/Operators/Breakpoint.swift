#if canImport(Glibc)
  private import Glibc
#elseif canImport(Darwin)
  private import Darwin
#endif

extension Publisher {
  /// Stops in the debugger when a closure says so, and changes nothing.
  ///
  /// Raises `SIGTRAP`, on the thread of the event and before it is passed on. Without a debugger
  /// that ends the process.
  ///
  /// ```marble
  /// numbers                     -1-2-|
  /// breakpoint(receiveOutput:)  -1-2-|
  /// ```
  @preconcurrency
  public func breakpoint(
    receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
    receiveOutput: (@Sendable (Output) -> Bool)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    .init(
      upstream: self,
      receiveSubscription: receiveSubscription,
      receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion
    )
  }

  /// Stops in the debugger when the stream fails.
  ///
  /// As ``breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)``.
  public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: { completion in
      if case .failure = completion { true } else { false }
    })
  }
}

extension Publishers {
  /// A publisher that stops in the debugger.
  ///
  /// See ``Publisher/breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)``.
  public struct Breakpoint<Upstream: Publisher>: Publisher {
    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    /// The publisher that values come from.
    public let upstream: Upstream

    /// Says whether to stop at the subscription.
    @preconcurrency public let receiveSubscription: (@Sendable (any Subscription) -> Bool)?

    /// Says whether to stop at a value.
    @preconcurrency public let receiveOutput: (@Sendable (Upstream.Output) -> Bool)?

    /// Says whether to stop at the end.
    @preconcurrency public let receiveCompletion:
      (@Sendable (Subscribers.Completion<Failure>) -> Bool)?

    /// Makes the publisher from its parts.
    @preconcurrency
    public init(
      upstream: Upstream,
      receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
      receiveOutput: (@Sendable (Upstream.Output) -> Bool)? = nil,
      receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(BreakpointSubscriber(downstream: subscriber, breakpoint: self))
    }
  }
}

private struct BreakpointSubscriber<Downstream: Subscriber, Base: Publisher>: Subscriber,
  CustomStringConvertible, @unchecked Sendable
where Base.Output == Downstream.Input, Base.Failure == Downstream.Failure {
  // @unchecked Sendable because of the publisher, which is constant, only closures are used.
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  let downstream: Downstream
  let breakpoint: Publishers.Breakpoint<Base>
  let combineIdentifier = CombineIdentifier()

  var description: String { "Breakpoint" }

  func receive(subscription: any Subscription) {
    if breakpoint.receiveSubscription?(subscription) == true { stop() }
    downstream.receive(subscription: subscription)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    if breakpoint.receiveOutput?(input) == true { stop() }
    return downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if breakpoint.receiveCompletion?(completion) == true { stop() }
    downstream.receive(completion: completion)
  }

  private func stop() {
    raise(SIGTRAP)
  }
}
