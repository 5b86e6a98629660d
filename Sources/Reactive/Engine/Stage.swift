/// A stage with state: one upstream, one downstream, and a step that can skip, end or fail.
///
/// Values cost one plain load: upstream sends serially, so the step needs no lock. The stage is its
/// own subscription, because it has to be silent once it is cancelled or has ended.
@usableFromInline
final class Stage<Downstream: Subscriber, S: Step, Rule: FailureRule>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
where
  S.Output == Downstream.Input, S.Thrown == Rule.Thrown, Rule.Failure == Downstream.Failure
{
  // @unchecked Sendable because the step is only used by upstream's deliveries, which are serial.
  @usableFromInline typealias Input = S.Input
  @usableFromInline typealias Failure = Rule.Upstream

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = Upstream()
  @exclusivity(unchecked) @usableFromInline var step: S

  @inlinable
  init(_ downstream: Downstream, step: S, rule: Rule.Type) {
    self.downstream = downstream
    self.step = step
  }

  @usableFromInline var description: String { "\(step.name)" }

  @inlinable
  func receive(subscription: any Subscription) {
    if upstream.connect(subscription) { downstream.receive(subscription: self) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard accepts() else { return .none }
    do {
      switch try step.receive(input) {
      case .send(let output): return downstream.receive(output)
      case .skip: return .max(1)
      case .last(let output): return finish(after: output)
      case .finish: finish()
      }
    } catch {
      end(.failure(Rule.lift(thrown: error)))
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if S.trust == .none { precondition(!upstream.isAwaiting, "a completion came too early") }
    let wasAwaiting = S.trust == .untilClosed && upstream.isAwaiting
    if upstream.finish() || wasAwaiting {
      downstream.receive(completion: completion.mapFailure(Rule.lift))
    }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    if S.trust == .none || S.trust == .whileConnected { demand.requireSome() }
    if S.trust == .none { precondition(!upstream.isAwaiting, "a request came too early") }
    upstream.request(demand)
  }

  @usableFromInline
  func cancel() {
    let last = S.trust == .none ? upstream.abort() : upstream.close()
    last?.cancel()
  }

  @inlinable
  func accepts() -> Bool {
    switch S.trust {
    case .full: return true
    case .untilClosed: return upstream.isConnected || upstream.isAwaiting
    case .whileConnected: return upstream.isConnected
    case .none:
      if upstream.isConnected { return true }
      precondition(!upstream.isAwaiting, "a value came before the subscription")
      return false
    }
  }

  @usableFromInline
  func finish(after output: S.Output) -> Subscribers.Demand {
    let more = downstream.receive(output)
    finish()
    return more
  }

  @usableFromInline
  func finish() {
    guard let last = upstream.close() else { return }
    last.cancel()
    downstream.receive(completion: .finished)
  }

  @usableFromInline
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    let last = upstream.abort()
    last?.cancel()
    downstream.receive(completion: completion)
  }
}
