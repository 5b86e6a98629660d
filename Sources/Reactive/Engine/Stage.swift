/// The result of an operator's step for one value.
@usableFromInline enum StepResult<Output> {
  /// Pass this on.
  case send(Output)

  /// Pass nothing on, and ask upstream for one more in its place.
  case skip

  /// Pass this on and end the stream.
  case last(Output)

  /// End the stream here.
  case finish
}

/// The error of upstream, for an operator that cannot fail itself.
@inlinable func same<Failure>(_ error: Failure) -> Failure { error }

/// The error of upstream, for an operator whose closure can throw.
@inlinable func anyError(_ error: any Error) -> any Error { error }

extension Publishers {
  /// The state of a stage that remembers nothing.
  ///
  /// Not `Void`: a property without a size has the address of its object, and ThreadSanitizer
  /// takes an access to it for one to the object's header.
  public struct Stateless: Sendable {
    @usableFromInline let unused: UInt8 = 0

    @inlinable init() {}
  }

  /// A publisher that puts a stage between its upstream and its subscriber.
  ///
  /// Combine has a type for each operator. Here most of them are names for this one:
  /// `Publishers.TryMap`, `Publishers.DropWhile` and so on.
  public struct Staged<Upstream: Publisher, State, Output, Failure: Error>: Operator {
    @usableFromInline typealias Step =
      @Sendable (inout State, Upstream.Output) throws(Failure) -> StepResult<Output>

    /// The publisher that values come from.
    public let upstream: Upstream

    @usableFromInline let name: StaticString
    @usableFromInline let state: State
    @usableFromInline let step: Step
    @usableFromInline let mapFailure: @Sendable (Upstream.Failure) -> Failure

    @inlinable init(
      _ upstream: Upstream,
      _ name: StaticString,
      state: State,
      mapFailure: @escaping @Sendable (Upstream.Failure) -> Failure,
      _ step: @escaping Step
    ) {
      self.upstream = upstream
      self.name = name
      self.state = state
      self.mapFailure = mapFailure
      self.step = step
    }

    /// A stage without state.
    @inlinable init(
      _ upstream: Upstream,
      _ name: StaticString,
      mapFailure: @escaping @Sendable (Upstream.Failure) -> Failure,
      _ step: @escaping @Sendable (Upstream.Output) throws(Failure) -> StepResult<Output>
    ) where State == Stateless {
      self.init(upstream, name, state: Stateless(), mapFailure: mapFailure) {
        _,
        value throws(Failure) in
        try step(value)
      }
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Stage(subscriber, self))
    }
  }
}

extension Publishers.Staged: Sendable where Upstream: Sendable, State: Sendable {}

/// A subscriber with state, for one upstream and one downstream: a step that can skip, end or fail.
///
/// Upstream sends serially, so the state needs no lock. The stage is its own subscription, because
/// it has to be silent once it is cancelled or has ended.
@usableFromInline
final class Stage<Upstream: Publisher, State, Downstream: Subscriber>: LinkedSubscription,
  @unchecked Sendable
{
  // @unchecked Sendable because the state is only used by upstream's deliveries, which are serial.
  @usableFromInline typealias Input = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline typealias Staged = Publishers.Staged<
    Upstream, State, Downstream.Input, Downstream.Failure
  >

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = UpstreamLink()
  @usableFromInline let name: StaticString
  @usableFromInline let step: Staged.Step
  @usableFromInline let mapFailure: @Sendable (Failure) -> Downstream.Failure
  @exclusivity(unchecked) @usableFromInline var state: State

  @inlinable init(_ downstream: Downstream, _ publisher: Staged) {
    self.downstream = downstream
    name = publisher.name
    step = publisher.step
    mapFailure = publisher.mapFailure
    state = publisher.state
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    do {
      let result = try step(&state, input)
      // The step may have cancelled.
      guard upstream.isConnected else { return .none }
      switch result {
      case .send(let output): return downstream.receive(output)
      case .skip: return .max(1)
      case .last(let output): return finish(after: output)
      case .finish: end(.finished)
      }
    } catch {
      end(.failure(error))
    }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if upstream.close() != nil { downstream.receive(completion: completion.mapFailure(mapFailure)) }
  }

  @usableFromInline func finish(after output: Downstream.Input) -> Subscribers.Demand {
    let more = downstream.receive(output)
    end(.finished)
    return more
  }

  @usableFromInline func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard let last = upstream.close() else { return }
    last.cancel()
    downstream.receive(completion: completion)
  }
}

extension Publishers {
  /// A publisher that passes each value, or the error, through a closure without state.
  ///
  /// `Publishers.Map`, `Publishers.Filter`, `Publishers.MapError` and so on are names for it.
  public struct Transformed<Upstream: Publisher, Output, Failure: Error>: Operator {
    /// The publisher that values come from.
    public let upstream: Upstream

    @usableFromInline let name: StaticString
    @usableFromInline let step: @Sendable (Upstream.Output) -> StepResult<Output>
    @usableFromInline let mapFailure: @Sendable (Upstream.Failure) -> Failure

    @inlinable init(
      _ upstream: Upstream,
      _ name: StaticString,
      mapFailure: @escaping @Sendable (Upstream.Failure) -> Failure,
      _ step: @escaping @Sendable (Upstream.Output) -> StepResult<Output>
    ) {
      self.upstream = upstream
      self.name = name
      self.mapFailure = mapFailure
      self.step = step
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(StatelessStage(subscriber, self))
    }
  }
}

extension Publishers.Transformed: Sendable where Upstream: Sendable {}

/// A stage without state: it passes the subscription through and is no subscription itself.
///
/// No lock, no class, no allocation of its own: a chain of these is one nested value that the
/// compiler can see through.
@usableFromInline
struct StatelessStage<Input, Failure: Error, Downstream: Subscriber>: Subscriber,
  CustomStringConvertible
{
  // Without the type of upstream: a type that grows with the square of a chain is not specialized.
  @usableFromInline let downstream: Downstream
  @usableFromInline let name: StaticString
  @usableFromInline let step: @Sendable (Input) -> StepResult<Downstream.Input>
  @usableFromInline let mapFailure: @Sendable (Failure) -> Downstream.Failure
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init<Upstream: Publisher<Input, Failure>>(
    _ downstream: Downstream,
    _ publisher: Publishers.Transformed<Upstream, Downstream.Input, Downstream.Failure>
  ) {
    self.downstream = downstream
    name = publisher.name
    step = publisher.step
    mapFailure = publisher.mapFailure
  }

  @usableFromInline var description: String { "\(name)" }

  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    switch step(input) {
    case .send(let output), .last(let output): return downstream.receive(output)
    case .skip, .finish: return .max(1)
    }
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion.mapFailure(mapFailure))
  }
}
