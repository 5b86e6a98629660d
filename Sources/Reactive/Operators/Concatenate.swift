extension Publisher {
  /// Sends some values before those of this publisher.
  ///
  /// As ``prepend(_:)-(Elements)``.
  public func prepend(
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
  public func prepend<Elements: Sequence>(
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
  public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P.Output == Output, P.Failure == Failure {
    publisher.append(self)
  }

  /// Sends some values after those of this publisher.
  ///
  /// As ``append(_:)-(Elements)``.
  public func append(
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
  public func append<Elements: Sequence>(
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
  public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
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

    /// Attaches a subscriber.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let both = ConcatSubscription<Output, Failure, Failure>(
        AnySubscriber(subscriber),
        name: "Concatenate",
        trust: .untilClosed
      ) { [suffix] both, completion in
        guard case .finished = completion else { return both.end(completion) }
        both.goOn(with: suffix) { $0 }
      }
      // As in Combine, what upstream is given is of another type than the subscription.
      prefix.subscribe(AnySubscriber(both))
    }
  }
}

extension Publishers.Concatenate: Sendable where Prefix: Sendable, Suffix: Sendable {}

/// One publisher after another, seen by the subscriber as one: the engine of `append` and `catch`.
///
/// ```
/// first ───────────────────┐
///                          ├──▶ ConcatSubscription ──▶ subscriber
/// second ──▶ SecondInlet ──┘
/// ```
@usableFromInline
final class ConcatSubscription<Input, Failure: Error, NewFailure: Error>: OperatorSubscription {
  /// What comes after the end of the first publisher.
  @usableFromInline typealias Next = (ConcatSubscription, Subscribers.Completion<Failure>) -> Void

  @usableFromInline enum Position: Sendable {
    case beforeFirst
    case first
    case second
  }

  @usableFromInline let downstream: AnySubscriber<Input, NewFailure>
  @usableFromInline let name: StaticString
  @usableFromInline let arbiter = SubscriptionArbiter()
  @usableFromInline let position = Locked(Position.beforeFirst)

  /// What traps, as in Combine: with `.none` anything before the subscription, with that and
  /// `.whileConnected` a value that was not asked for, with `.untilClosed` nothing.
  @usableFromInline let trust: Trust

  /// Decides what follows; released with all it holds when it has, or at a cancellation.
  @usableFromInline let next: Locked<Next?>

  @inlinable init(
    _ downstream: AnySubscriber<Input, NewFailure>,
    name: StaticString,
    trust: Trust,
    next: @escaping Next
  ) {
    self.downstream = downstream
    self.name = name
    self.trust = trust
    self.next = Locked(next)
  }

  @inlinable var isInFirst: Bool { position.withLock { $0 } == .first }

  @inlinable func receive(subscription: any Subscription) {
    let isFirst = position.withLock { position in
      defer { if position == .beforeFirst { position = .first } }
      return position == .beforeFirst
    }
    guard isFirst else { return subscription.cancel() }
    if arbiter.hold(subscription) != nil { downstream.receive(subscription: self) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if trust != .none, !isInFirst { return .none }
    guard arbiter.spend() else {
      let isMistake = trust != .untilClosed && !arbiter.isClosed
      precondition(!isMistake, "a value came that was not asked for")
      return .none
    }
    let more = downstream.receive(input)
    arbiter.add(more)
    return more
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard isInFirst, arbiter.hasSubscription else {
      let isFailure = if case .failure = completion { true } else { false }
      let isMistake = trust == .none && isFailure && !arbiter.isClosed
      return precondition(!isMistake, "a completion came before the subscription")
    }
    position.withLock { $0 = .second }
    arbiter.disconnect()
    next.take()?(self, completion)
  }

  /// Subscribes to the second publisher, whose error type may be another one.
  @inlinable
  func goOn<P: Publisher>(with second: P, _ widen: @escaping @Sendable (P.Failure) -> NewFailure)
  where P.Output == Input {
    second.subscribe(SecondInlet(parent: self, widen: widen))
  }

  @inlinable func end(_ completion: Subscribers.Completion<NewFailure>) {
    if arbiter.close().isFirst { downstream.receive(completion: completion) }
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    if trust != .untilClosed { demand.requireSome() }
    let isEarly = trust == .none && position.withLock { $0 } == .beforeFirst
    precondition(!isEarly, "a request came too early")
    arbiter.request(demand)
  }

  @inlinable func cancel() {
    if trust == .whileConnected, position.withLock({ $0 }) == .beforeFirst { return }
    let last = arbiter.close().subscription
    _ = next.take()
    last?.cancel()
  }

  @usableFromInline
  @frozen struct SecondInlet<SecondFailure: Error>: Subscriber, CustomStringConvertible {
    @usableFromInline let parent: ConcatSubscription
    @usableFromInline let widen: @Sendable (SecondFailure) -> NewFailure

    @inlinable
    init(parent: ConcatSubscription, widen: @escaping @Sendable (SecondFailure) -> NewFailure) {
      self.parent = parent
      self.widen = widen
    }

    @inlinable var combineIdentifier: CombineIdentifier { parent.combineIdentifier }
    @inlinable var description: String { parent.description }

    @inlinable func receive(subscription: any Subscription) {
      _ = parent.arbiter.connect(subscription)
    }

    @inlinable func receive(_ input: Input) -> Subscribers.Demand {
      let isHeard =
        parent.trust == .none ? !parent.arbiter.isClosed : parent.arbiter.hasSubscription
      return isHeard ? parent.downstream.receive(input) : .none
    }

    @inlinable func receive(completion: Subscribers.Completion<SecondFailure>) {
      if parent.arbiter.disconnect() { parent.end(completion.mapFailure(widen)) }
    }
  }
}
