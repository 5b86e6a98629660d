/// One publisher after another, seen by the subscriber as one stream.
///
/// ```
/// first ──▶ FirstInlet ──┐
///                        ├──▶ Succession ──▶ subscriber
/// second ─▶ SecondInlet ─┘    (the subscription, which keeps what is owed)
/// ```
@usableFromInline
final class Succession<Downstream: Subscriber>: Subscription, CustomStringConvertible, Sendable {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline
  enum Step: Sendable {
    /// End the stream.
    case end(Subscribers.Completion<Failure>)

    /// Attach a ``SecondInlet`` to the second publisher.
    case next(@Sendable (Succession<Downstream>) -> Void)
  }

  /// What is done with an upstream that does not keep the rules.
  @usableFromInline
  enum Strictness: Sendable {
    case ignores
    case traps
  }

  @usableFromInline
  enum Position: Sendable {
    case beforeFirst
    case first
    case second
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let ledger = Ledger()
  @usableFromInline let strictness: Strictness
  @usableFromInline let name: StaticString
  @usableFromInline let position = Locked(Position.beforeFirst)
  @usableFromInline let release: @Sendable () -> Void

  /// `release`: Called at cancellation, to let go of what is not used any more.
  @inlinable
  init(
    _ downstream: Downstream,
    name: StaticString,
    strictness: Strictness,
    release: @escaping @Sendable () -> Void = {}
  ) {
    self.downstream = downstream
    self.name = name
    self.strictness = strictness
    self.release = release
  }

  @inlinable var description: String { "\(name)" }

  @inlinable
  func begin<P: Publisher>(
    with first: P,
    then: @escaping @Sendable (Subscribers.Completion<P.Failure>) -> Step
  ) where P.Output == Downstream.Input {
    first.subscribe(FirstInlet(succession: self, then: then))
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    if strictness == .traps {
      demand.requireSome()
      precondition(position.withLock { $0 } != .beforeFirst, "a request came too early")
    }
    ledger.request(demand)
  }

  @inlinable
  func cancel() {
    let last = ledger.close().subscription
    release()
    last?.cancel()
  }

  // MARK: From the first publisher

  @inlinable
  func connectFirst(_ subscription: any Subscription) {
    let isFirst = position.withLock { position in
      defer { if position == .beforeFirst { position = .first } }
      return position == .beforeFirst
    }
    guard isFirst else { return subscription.cancel() }
    if ledger.hold(subscription) { downstream.receive(subscription: self) }
  }

  @inlinable
  func receiveFirst(_ input: Downstream.Input) -> Subscribers.Demand {
    switch strictness {
    case .traps: precondition(ledger.spend(), "a value came that was not asked for")
    case .ignores: guard isInFirst, ledger.spend() else { return .none }
    }
    let more = downstream.receive(input)
    ledger.add(more)
    return more
  }

  @inlinable
  func endFirst(isFailure: Bool, _ step: () -> Step) {
    guard isInFirst, ledger.hasSubscription else {
      let isMistake = strictness == .traps && isFailure && !ledger.isClosed
      return precondition(!isMistake, "a completion came before the subscription")
    }
    position.withLock { $0 = .second }
    ledger.disconnect()
    perform(step())
  }

  @inlinable var isInFirst: Bool { position.withLock { $0 } == .first }

  @inlinable
  func perform(_ step: Step) {
    switch step {
    case .end(let completion):
      if ledger.close().isFirst { downstream.receive(completion: completion) }
    case .next(let subscribe):
      subscribe(self)
    }
  }
}

@usableFromInline
@frozen
struct FirstInlet<Downstream: Subscriber, Failure: Error>: Subscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let succession: Succession<Downstream>
  @usableFromInline let then:
    @Sendable (Subscribers.Completion<Failure>) -> Succession<Downstream>.Step

  @inlinable
  init(
    succession: Succession<Downstream>,
    then: @escaping @Sendable (Subscribers.Completion<Failure>) -> Succession<Downstream>.Step
  ) {
    self.succession = succession
    self.then = then
  }

  @inlinable var combineIdentifier: CombineIdentifier { succession.combineIdentifier }
  @inlinable var description: String { succession.description }

  @inlinable
  func receive(subscription: any Subscription) {
    succession.connectFirst(subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    succession.receiveFirst(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    let isFailure = if case .failure = completion { true } else { false }
    succession.endFirst(isFailure: isFailure) { then(completion) }
  }
}

/// Where the second publisher is attached; its error type may be another one.
@usableFromInline
@frozen
struct SecondInlet<Downstream: Subscriber, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let succession: Succession<Downstream>
  @usableFromInline let lift: @Sendable (Failure) -> Downstream.Failure

  @inlinable
  init(
    succession: Succession<Downstream>,
    lift: @escaping @Sendable (Failure) -> Downstream.Failure
  ) {
    self.succession = succession
    self.lift = lift
  }

  @inlinable var combineIdentifier: CombineIdentifier { succession.combineIdentifier }
  @inlinable var description: String { succession.description }

  @inlinable
  func receive(subscription: any Subscription) {
    _ = succession.ledger.connect(subscription)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    let isTrusted = succession.strictness == .traps || succession.ledger.hasSubscription
    return isTrusted ? succession.downstream.receive(input) : .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    if succession.ledger.disconnect() {
      succession.perform(.end(completion.mapFailure(lift)))
    }
  }
}
