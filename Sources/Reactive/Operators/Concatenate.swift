extension Publisher {
  /// Sends some values before those of this publisher.
  ///
  /// As ``prepend(_:)-(Elements)``.
  @inlinable public func prepend(
    _ elements: Output...
  ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(elements)
  }

  /// Sends the elements of a sequence before the values of this publisher.
  ///
  /// They are sent as they are asked for. This publisher is subscribed to when all of them are, and
  /// asked for what is still owed then.
  ///
  /// ```marble
  /// numbers       --1-2-|
  /// prepend([0])  0-1-2-|
  /// ```
  @inlinable public func prepend<Elements: Sequence>(
    _ elements: Elements
  ) -> Publishers.Concatenate<Publishers.Sequence<Elements, Failure>, Self>
  where Elements.Element == Output {
    prepend(.init(sequence: elements))
  }

  /// Sends all values of another publisher before those of this one.
  ///
  /// This publisher is subscribed to when the other one has finished, and asked for what is still
  /// owed then: what it sent earlier is missed. If the other one fails, that is the end.
  ///
  /// ```marble
  /// other           -1-2-|
  /// numbers         ---8---9-|
  /// prepend(other)  -1-2---9-|
  /// ```
  @inlinable public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P.Output == Output, P.Failure == Failure {
    .init(prefix: publisher, suffix: self)
  }

  /// Sends some values after those of this publisher.
  ///
  /// As ``append(_:)-(Elements)``.
  @inlinable public func append(
    _ elements: Output...
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(elements)
  }

  /// Sends the elements of a sequence after the values of this publisher.
  ///
  /// They are sent, as they are asked for, when this publisher has finished. If it fails, they are
  /// not.
  ///
  /// ```marble
  /// numbers         -1-2-|
  /// append([3, 4])  -1-2-(3 4|)
  /// ```
  @inlinable public func append<Elements: Sequence>(
    _ elements: Elements
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<Elements, Failure>>
  where Elements.Element == Output {
    append(.init(sequence: elements))
  }

  /// Sends all values of another publisher after those of this one.
  ///
  /// The other one is subscribed to when this one has finished, and asked for what is still owed
  /// then: what it sent earlier is missed. If this one fails, that is the end.
  ///
  /// ```marble
  /// numbers        -1-2-|
  /// other          ---8---9-|
  /// append(other)  -1-2---9-|
  /// ```
  @inlinable public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where P.Output == Output, P.Failure == Failure {
    .init(prefix: self, suffix: publisher)
  }
}

extension Publishers {
  /// What ``Publisher/append(_:)-(P)`` returns.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
    /// The kind of values sent.
    public typealias Output = Suffix.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Suffix.Failure

    /// The publisher that is first.
    public let prefix: Prefix

    /// The publisher that follows, subscribed to when the first one has finished.
    public let suffix: Suffix

    /// Makes the publisher from its parts.
    @inlinable public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let waiting = Waiting(suffix)
      let both = ConcatSubscription(
        subscriber,
        name: "Concatenate",
        traps: false,
        release: { _ = waiting.publisher.take() }
      )
      both.begin(with: prefix) { both, completion in
        guard case .finished = completion, let suffix = waiting.publisher.take() else {
          return both.end(completion)
        }
        both.goOn(with: suffix) { $0 }
      }
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}
extension Publishers.Concatenate: Sendable where Prefix: Sendable, Suffix: Sendable {}

/// The publisher that follows, until its turn comes or the stream is canceled.
@usableFromInline final class Waiting<Suffix: Publisher>: Sendable {
  @usableFromInline let publisher: Locked<Suffix?>

  @inlinable init(_ suffix: Suffix) {
    publisher = Locked(suffix)
  }
}

/// One publisher after another, seen by the subscriber as one: the engine of `append` and `catch`.
///
/// ```
/// first ──▶ FirstInlet ──┐
///                        ├──▶ ConcatSubscription ──▶ subscriber
/// second ─▶ SecondInlet ─┘
/// ```
@usableFromInline
final class ConcatSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible,
  Sendable
{
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline enum Position: Sendable {
    case beforeFirst
    case first
    case second
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let name: StaticString
  @usableFromInline let arbiter = SubscriptionArbiter()
  @usableFromInline let position = Locked(Position.beforeFirst)

  /// Whether an upstream that breaks the contract is a trap, as in Combine, or ignored.
  @usableFromInline let traps: Bool

  /// Called at cancellation, to release what is not used any more.
  @usableFromInline let release: @Sendable () -> Void

  @inlinable init(
    _ downstream: Downstream,
    name: StaticString,
    traps: Bool,
    release: @escaping @Sendable () -> Void = {}
  ) {
    self.downstream = downstream
    self.name = name
    self.traps = traps
    self.release = release
  }

  @inlinable var description: String { "\(name)" }

  /// Subscribes to the first publisher; the closure decides at its end what comes after it.
  @inlinable func begin<P: Publisher>(
    with first: P,
    then: @escaping @Sendable (ConcatSubscription, Subscribers.Completion<P.Failure>) -> Void
  ) where P.Output == Downstream.Input {
    first.subscribe(FirstInlet(parent: self, then: then))
  }

  /// Subscribes to the second publisher, whose error type may be another one.
  @inlinable func goOn<P: Publisher>(
    with second: P,
    _ widen: @escaping @Sendable (P.Failure) -> Failure
  ) where P.Output == Downstream.Input {
    second.subscribe(SecondInlet(parent: self, widen: widen))
  }

  @inlinable func end(_ completion: Subscribers.Completion<Failure>) {
    if arbiter.close().isFirst { downstream.receive(completion: completion) }
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    if traps {
      demand.requireSome()
      precondition(position.withLock { $0 } != .beforeFirst, "a request came too early")
    }
    arbiter.request(demand)
  }

  @inlinable func cancel() {
    let last = arbiter.close().subscription
    release()
    last?.cancel()
  }
}

@usableFromInline @frozen
struct FirstInlet<Downstream: Subscriber, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Parent = ConcatSubscription<Downstream>
  @usableFromInline typealias Then = @Sendable (Parent, Subscribers.Completion<Failure>) -> Void

  @usableFromInline let parent: Parent
  @usableFromInline let then: Then

  @inlinable init(parent: Parent, then: @escaping Then) {
    self.parent = parent
    self.then = then
  }

  @inlinable var combineIdentifier: CombineIdentifier { parent.combineIdentifier }
  @inlinable var description: String { parent.description }
  @inlinable var isInFirst: Bool { parent.position.withLock { $0 } == .first }

  @inlinable func receive(subscription: any Subscription) {
    let isFirst = parent.position.withLock { position in
      defer { if position == .beforeFirst { position = .first } }
      return position == .beforeFirst
    }
    guard isFirst else { return subscription.cancel() }
    if parent.arbiter.hold(subscription) != nil {
      parent.downstream.receive(subscription: parent)
    }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if parent.traps {
      parent.arbiter.spendOrTrap()
    } else {
      guard isInFirst, parent.arbiter.spend() else { return .none }
    }
    let more = parent.downstream.receive(input)
    parent.arbiter.add(more)
    return more
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard isInFirst, parent.arbiter.hasSubscription else {
      let isFailure = if case .failure = completion { true } else { false }
      let isMistake = parent.traps && isFailure && !parent.arbiter.isClosed
      return precondition(!isMistake, "a completion came before the subscription")
    }
    parent.position.withLock { $0 = .second }
    parent.arbiter.disconnect()
    then(parent, completion)
  }
}

@usableFromInline @frozen
struct SecondInlet<Downstream: Subscriber, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let parent: ConcatSubscription<Downstream>
  @usableFromInline let widen: @Sendable (Failure) -> Downstream.Failure

  @inlinable init(
    parent: ConcatSubscription<Downstream>,
    widen: @escaping @Sendable (Failure) -> Downstream.Failure
  ) {
    self.parent = parent
    self.widen = widen
  }

  @inlinable var combineIdentifier: CombineIdentifier { parent.combineIdentifier }
  @inlinable var description: String { parent.description }

  @inlinable func receive(subscription: any Subscription) {
    _ = parent.arbiter.connect(subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard parent.traps || parent.arbiter.hasSubscription else { return .none }
    return parent.downstream.receive(input)
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if parent.arbiter.disconnect() { parent.end(completion.mapFailure(widen)) }
  }
}
