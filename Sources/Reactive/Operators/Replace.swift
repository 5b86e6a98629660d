extension Publisher {
  /// Sends a value if the stream finishes without having sent any.
  ///
  /// Upstream is asked for everything at the subscription, as in Combine; what comes waits until
  /// the subscriber asks, and nothing bounds how much does. The replacement waits as well. A stream
  /// that fails fails.
  ///
  /// ```marble
  /// numbers                ---|
  /// replaceEmpty(with: 0)  ---(0|)
  /// ```
  @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    .init(upstream: self, output: output)
  }

  /// Sends a value in place of an error, and finishes.
  ///
  /// Demand passes through. The replacement waits until the subscriber asks, if it has not. A
  /// stream that finishes just finishes.
  ///
  /// ```marble
  /// numbers                -1-2-#
  /// replaceError(with: 0)  -1-2-(0|)
  /// ```
  @inlinable public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  /// What ``Publisher/replaceEmpty(with:)`` returns.
  public struct ReplaceEmpty<Upstream: Publisher>: Operator {
    /// The replacement.
    public let output: Upstream.Output

    /// The publisher that values come from.
    public let upstream: Upstream

    /// Makes the publisher from its parts.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      upstream.subscribe(
        ReplaceSubscription(subscriber, output: output, replaces: .emptiness) { $0 }
      )
    }
  }

  /// What ``Publisher/replaceError(with:)`` returns.
  public struct ReplaceError<Upstream: Publisher>: Operator {
    /// No failure gets past.
    public typealias Failure = Never

    /// The replacement.
    public let output: Upstream.Output

    /// The publisher that values come from.
    public let upstream: Upstream

    /// Makes the publisher from its parts.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Never {
      upstream.subscribe(
        ReplaceSubscription(subscriber, output: output, replaces: .failure) {
          (_: Subscribers.Completion<Upstream.Failure>) in .finished
        }
      )
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable
where Upstream: Equatable, Upstream.Output: Equatable {}
extension Publishers.ReplaceEmpty: Sendable
where Upstream: Sendable, Upstream.Output: Sendable {}
extension Publishers.ReplaceError: Equatable
where Upstream: Equatable, Upstream.Output: Equatable {}
extension Publishers.ReplaceError: Sendable
where Upstream: Sendable, Upstream.Output: Sendable {}

/// Sends one value of its own at the end: in place of nothing, or of a failure.
///
/// In place of nothing, everything is asked for at once, as in Combine, and what comes waits here
/// until it is asked for.
@usableFromInline
final class ReplaceSubscription<Downstream: Subscriber, Failure: Error>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
{
  // @unchecked Sendable because the state is locked; the replacement never changes.
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Ending = Subscribers.Completion<Downstream.Failure>
  @usableFromInline typealias Action = DeliveryQueue<Input, Downstream.Failure>.Action

  @usableFromInline enum Occasion: Sendable {
    case emptiness
    case failure
  }

  @usableFromInline @frozen struct State {
    @usableFromInline var delivery = DeliveryQueue<Input, Downstream.Failure>(demand: .none)
    @usableFromInline var hasOutput = false

    @inlinable init() {}
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let output: Input
  @usableFromInline let occasion: Occasion
  @usableFromInline let ending: @Sendable (Subscribers.Completion<Failure>) -> Ending
  @usableFromInline let upstream = UpstreamLink()
  @usableFromInline let state = Locked(State())

  @inlinable init(
    _ downstream: Downstream,
    output: Input,
    replaces occasion: Occasion,
    ending: @escaping @Sendable (Subscribers.Completion<Failure>) -> Ending
  ) {
    self.downstream = downstream
    self.output = output
    self.occasion = occasion
    self.ending = ending
  }

  @inlinable var description: String { occasion == .emptiness ? "ReplaceEmpty" : "ReplaceError" }

  @inlinable func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    downstream.receive(subscription: self)
    if occasion == .emptiness { upstream.request(.unlimited) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    let action = state.withLock { state in
      state.hasOutput = true
      let isOwed = occasion == .emptiness || state.delivery.hasRoom
      precondition(isOwed, "a value came that was not asked for")
      return state.delivery.send(input)
    }
    return perform(action, isAnswered: true)
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.finish() else { return }
    let action = state.withLock { state in
      guard isOccasion(completion, hasOutput: state.hasOutput) else {
        return state.delivery.end(ending(completion))
      }
      let delivery = state.delivery.send(output)
      let end = state.delivery.end(.finished)
      if case .deliver = delivery { return delivery }
      return end
    }
    perform(action)
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    perform(state.withLock { $0.delivery.request(demand) })
    upstream.request(demand)
  }

  @inlinable func cancel() {
    _ = state.withLock { $0.delivery.cancel() }
    upstream.close()?.cancel()
  }

  @inlinable
  func isOccasion(_ completion: Subscribers.Completion<Failure>, hasOutput: Bool) -> Bool {
    switch completion {
    case .finished: occasion == .emptiness && !hasOutput
    case .failure: occasion == .failure
    }
  }

  /// Delivers what is due; answers what the subscriber asks for after the first value, if that is
  /// answered, and asks upstream for it otherwise.
  @discardableResult
  @inlinable func perform(_ first: Action, isAnswered: Bool = false) -> Subscribers.Demand {
    var (action, isAnswer) = (first, isAnswered)
    var answer = Subscribers.Demand.none
    while case .deliver(let value) = action {
      let more = downstream.receive(value)
      if isAnswer { answer = more } else if more != .none { upstream.request(more) }
      isAnswer = false
      action = state.withLock { $0.delivery.delivered(more) }
    }
    if case .end(let completion, _) = action { downstream.receive(completion: completion) }
    return answer
  }
}
