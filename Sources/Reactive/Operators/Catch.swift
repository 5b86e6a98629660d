extension Publisher {
  /// Goes on with another publisher when this one fails.
  ///
  /// The closure makes it from the error; it is subscribed to at once and asked for what is still
  /// outstanding. Its end, or its error, is the end of the stream. A stream that finishes just
  /// finishes.
  ///
  /// ```marble
  /// numbers               -1-2-#
  /// other                      --8-9-|
  /// catch { _ in other }  -1-2---8-9-|
  /// ```
  @preconcurrency public func `catch`<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
    recovering(as: "Catch", { error throws(P.Failure) in handler(error) }, { $0 })
  }

  /// Goes on with another publisher when this one fails, or fails with what the closure throws.
  ///
  /// As ``catch(_:)``, where the closure may also decide that the error has to stand.
  ///
  /// ```marble
  /// numbers            -1-2-#
  /// tryCatch(rethrow)  -1-2-#
  /// ```
  @preconcurrency public func tryCatch<P: Publisher>(
    _ handler: @escaping @Sendable (Failure) throws -> P
  ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
    recovering(as: "TryCatch", handler) { $0 }
  }

  func recovering<P: Publisher, NewFailure: Error>(
    as name: StaticString,
    _ handler: @escaping @Sendable (Failure) throws(NewFailure) -> P,
    _ mapFailure: @escaping @Sendable (P.Failure) -> NewFailure
  ) -> Publishers.ClosureOperator<Self, Void, Output, NewFailure> where P.Output == Output {
    .init(self) {
      ConcatSubscription($0, name: name) { both, completion in
        guard case .failure(let error) = completion else { return both.end(.finished) }
        do throws(NewFailure) {
          both.goOn(with: try handler(error), mapFailure)
        } catch {
          both.end(.failure(error))
        }
      }
    }
  }
}

extension Publishers {
  /// What ``Publisher/catch(_:)`` returns.
  public typealias Catch<Upstream: Publisher, NewPublisher: Publisher> = ClosureOperator<
    Upstream, Void, Upstream.Output, NewPublisher.Failure
  >

  /// What ``Publisher/tryCatch(_:)`` returns.
  public typealias TryCatch<Upstream: Publisher, NewPublisher: Publisher> = ClosureOperator<
    Upstream, Void, Upstream.Output, any Error
  >
}

extension Publisher {
  /// Subscribes anew when the stream fails, a number of times.
  ///
  /// What was delivered stays delivered; the new attempt is asked for what is still outstanding.
  /// The error of the last attempt ends the stream. There is no pause between attempts, and a
  /// publisher that fails at once is tried again in a loop, not ever deeper in the stack.
  ///
  /// ```marble
  /// first attempt   -1-2-#
  /// second attempt       ---1-2-|
  /// retry(1)        -1-2----1-2-|
  /// ```
  public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    .init(upstream: self, retries: retries)
  }
}

extension Publishers {
  /// What ``Publisher/retry(_:)`` returns.
  public struct Retry<Upstream: Publisher>: Operator {
    /// The publisher that values come from.
    public let upstream: Upstream

    /// How often it is tried again; `nil` for as often as it takes.
    public let retries: Int?

    /// Makes the publisher from its parts.
    public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      upstream.subscribe(RetrySubscription(subscriber, upstream: upstream, retries: retries))
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

final class RetrySubscription<Downstream: Subscriber, Base: Publisher>: OperatorSubscription,
  @unchecked Sendable
where Base.Output == Downstream.Input, Base.Failure == Downstream.Failure {
  // @unchecked Sendable because the state is locked; publisher and subscriber only leave it.
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  struct State {
    var live: (base: Base, downstream: Downstream)?
    var remaining: Int?
    var hasSubscribed = false
    var isSubscribing = false
    var isAgain = false

    init(_ base: Base, _ downstream: Downstream, remaining: Int?) {
      live = (base, downstream)
      self.remaining = remaining
    }

    /// Uses up one retry; `nil` if there is none left.
    mutating func retry() -> Base? {
      guard let base = live?.base, remaining != 0 else { return nil }
      remaining = remaining.map { $0 - 1 }
      return base
    }

    /// Whether to subscribe once more; `false` ends the loop.
    mutating func takeTurn() -> Bool {
      isSubscribing = exchange(&isAgain, with: false)
      return isSubscribing
    }
  }

  let arbiter = SubscriptionArbiter()
  let state: Locked<State>

  init(_ downstream: Downstream, upstream: Base, retries: Int?) {
    state = Locked(State(upstream, downstream, remaining: retries))
  }

  var name: StaticString { "Retry" }

  func receive(subscription: any Subscription) {
    guard let outstanding = arbiter.adopt(subscription) else { return }
    let isFirst = state.withLock { !exchange(&$0.hasSubscribed, with: true) }
    if isFirst { downstream?.receive(subscription: self) }
    if outstanding != .none { subscription.request(outstanding) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard let downstream, arbiter.spend() else { return .none }
    let more = downstream.receive(input)
    if more != .none { arbiter.request(more) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard arbiter.release() else { return }
    if case .failure = completion, let base = state.withLock({ $0.retry() }) {
      return subscribe(to: base)
    }
    let last = state.withLock { $0.live.take() }
    arbiter.close()
    last?.downstream.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    arbiter.request(demand)
  }

  func cancel() {
    _ = state.withLock { $0.live.take() }
    arbiter.close().subscription?.cancel()
  }

  var downstream: Downstream? { state.withLock { $0.live?.downstream } }

  /// Subscribes until it does not fail at once, in a loop rather than ever deeper.
  func subscribe(to base: Base) {
    let isNested = state.withLock { state in
      state.isAgain = true
      return exchange(&state.isSubscribing, with: true)
    }
    if isNested { return }
    while state.withLock({ $0.takeTurn() }) { base.subscribe(self) }
  }
}

extension Publishers.Retry: Sendable where Upstream: Sendable {}
