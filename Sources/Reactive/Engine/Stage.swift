/// What an operator makes of one value.
@usableFromInline enum Verdict<Output> {
  /// Pass this on.
  case send(Output)

  /// Pass nothing on, and ask upstream for one more in its place.
  case skip

  /// Pass this on and end the stream.
  case last(Output)

  /// End the stream here.
  case finish
}

/// How a stage treats an upstream that breaks the contract: in the same way as Combine.
@usableFromInline enum Trust: Sendable {
  /// Traps on anything that comes before the subscription; ignores what comes after the end.
  case none

  /// Ignores what comes before the subscription or after the end.
  case whileConnected

  /// Ignores what comes after the end.
  case untilClosed

  /// Passes every value on.
  case full
}

extension Publishers {
  /// The state of a stage that remembers nothing.
  ///
  /// Not `Void`: a property without a size has the address of its object, and ThreadSanitizer takes an
  /// access to it for one to the object's header.
  @frozen public struct Stateless: Sendable {
    @usableFromInline let unused: UInt8 = 0

    @inlinable init() {}
  }

  /// A publisher that puts a stage between its upstream and its subscriber.
  ///
  /// Combine has a type for each operator. Here most of them are names for this one:
  /// `Publishers.TryMap`, `Publishers.DropWhile` and so on.
  public struct Staged<Upstream: Publisher, State, Output, Failure: Error>: Operator {
    @usableFromInline typealias Step =
      @Sendable (inout State, Upstream.Output) throws(Failure) -> Verdict<Output>

    /// The publisher that values come from.
    public let upstream: Upstream

    @usableFromInline let name: StaticString
    @usableFromInline let trust: Trust
    @usableFromInline let state: State
    @usableFromInline let step: Step
    @usableFromInline let widen: @Sendable (Upstream.Failure) -> Failure

    /// A stage that cannot fail by itself.
    @inlinable init(
      _ upstream: Upstream,
      _ name: StaticString,
      trust: Trust = .none,
      state: State,
      _ step: @escaping Step
    ) where Failure == Upstream.Failure {
      self.upstream = upstream
      self.name = name
      self.trust = trust
      self.state = state
      self.step = step
      widen = { $0 }
    }

    /// A stage whose closure can throw.
    @inlinable init(
      throwing upstream: Upstream,
      _ name: StaticString,
      trust: Trust = .none,
      state: State,
      _ step: @escaping @Sendable (inout State, Upstream.Output) throws -> Verdict<Output>
    ) where Failure == any Error {
      self.upstream = upstream
      self.name = name
      self.trust = trust
      self.state = state
      self.step = step
      widen = { $0 }
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
/// it has to be silent once it is canceled or has ended.
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
  @usableFromInline let trust: Trust
  @usableFromInline let step: Staged.Step
  @usableFromInline let widen: @Sendable (Failure) -> Downstream.Failure
  @exclusivity(unchecked) @usableFromInline var state: State

  @inlinable init(_ downstream: Downstream, _ publisher: Staged) {
    self.downstream = downstream
    name = publisher.name
    trust = publisher.trust
    step = publisher.step
    widen = publisher.widen
    state = publisher.state
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard accepts() else { return .none }
    do {
      let verdict = try step(&state, input)
      // The step may have canceled.
      guard accepts() else { return .none }
      switch verdict {
      case .send(let output): return downstream.receive(output)
      case .skip: return .max(1)
      case .last(let output): return finish(after: output)
      case .finish: finish()
      }
    } catch {
      if accepts() { end(.failure(error)) }
    }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if trust == .none { precondition(!upstream.isAwaiting, "a completion came too early") }
    let wasAwaiting = trust == .untilClosed && upstream.isAwaiting
    if upstream.finish() || wasAwaiting {
      downstream.receive(completion: completion.mapFailure(widen))
    }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    if trust == .none || trust == .whileConnected { demand.requireSome() }
    if trust == .none { precondition(!upstream.isAwaiting, "a request came too early") }
    upstream.request(demand)
  }

  @usableFromInline func cancel() {
    let last = trust == .none ? upstream.abort() : upstream.cancel()
    last?.cancel()
  }

  @inlinable func accepts() -> Bool {
    if upstream.isConnected { return true }
    if trust == .full { return !upstream.isCancelled }
    precondition(trust != .none || !upstream.isAwaiting, "a value came before the subscription")
    return trust == .untilClosed && upstream.isAwaiting
  }

  @usableFromInline func finish(after output: Downstream.Input) -> Subscribers.Demand {
    let more = downstream.receive(output)
    finish()
    return more
  }

  @usableFromInline func finish() {
    guard let last = upstream.close() else { return }
    last.cancel()
    downstream.receive(completion: .finished)
  }

  @usableFromInline func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    upstream.abort()?.cancel()
    downstream.receive(completion: completion)
  }
}

/// The step of an operator that needs no state of its stage and cannot throw.
@usableFromInline protocol StatelessStep<Input, Output> {
  associatedtype Input
  associatedtype Output

  /// The name of the operator, in the type: stored, it would be copied with every value.
  static var name: StaticString { get }

  func receive(_ input: Input) -> Verdict<Output>
}

/// A stage without state: it passes the subscription through and is no subscription itself.
///
/// No lock, no class, no allocation of its own: a chain of these is one nested value that the
/// compiler can see through. The four operators of the hot path are made of it.
@usableFromInline @frozen
struct StatelessStage<Downstream: Subscriber, Step: StatelessStep>: Subscriber,
  CustomStringConvertible, @unchecked Sendable
where Step.Output == Downstream.Input {
  // @unchecked Sendable because a step is made of @Sendable closures; that of `scan`, which
  // remembers something, is only used by upstream's deliveries, which are serial.
  @usableFromInline typealias Input = Step.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let step: Step
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init(_ downstream: Downstream, _ step: Step) {
    self.downstream = downstream
    self.step = step
  }

  @usableFromInline var description: String { "\(Step.name)" }

  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    switch step.receive(input) {
    case .send(let output), .last(let output): return downstream.receive(output)
    case .skip, .finish: return .max(1)
    }
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}
