/// A stage without state: it passes the subscription through and is no subscription itself.
///
/// No lock, no class, no allocation of its own; a chain of relays is one nested value that the
/// compiler can see through.
@usableFromInline
@frozen
struct Relay<Downstream: Subscriber, S: PureStep>: Subscriber, CustomStringConvertible,
  @unchecked Sendable
where S.Output == Downstream.Input {
  // @unchecked Sendable because a step is made of @Sendable closures and constants; one that
  // remembers something is called serially, as all subscribers are.
  @usableFromInline typealias Input = S.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let step: S
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(_ downstream: Downstream, step: S) {
    self.downstream = downstream
    self.step = step
  }

  @usableFromInline var description: String { "\(step.name)" }

  @inlinable
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    switch step.receive(input) {
    case .send(let output), .last(let output): return downstream.receive(output)
    case .skip, .finish: return .max(1)
    }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}
