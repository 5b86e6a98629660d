/// A stage without state that changes only the end of the stream.
@usableFromInline
@frozen
struct FailureRelay<Downstream: Subscriber, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Change =
    @Sendable (Subscribers.Completion<Failure>) -> Subscribers.Completion<Downstream.Failure>

  @usableFromInline let downstream: Downstream
  @usableFromInline let name: StaticString
  @usableFromInline let change: Change
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(_ downstream: Downstream, name: StaticString, change: @escaping Change) {
    self.downstream = downstream
    self.name = name
    self.change = change
  }

  @usableFromInline var description: String { "\(name)" }

  @inlinable
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: change(completion))
  }
}
