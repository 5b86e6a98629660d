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
    .init(self, and: publisher) { first, second, subscriber in
      let both = ConcatSubscription<Output, Failure, Failure>(subscriber, name: "Concatenate") {
        both,
        completion in
        guard case .finished = completion else { return both.end(completion) }
        both.goOn(with: second) { $0 }
      }
      first.subscribe(both)
    }
  }
}

extension Publishers {
  /// What ``Publisher/append(_:)-(P)`` returns.
  public typealias Concatenate<Prefix: Publisher, Suffix: Publisher> = ClosureOperator<
    Prefix, Suffix, Suffix.Output, Suffix.Failure
  >
}

/// One publisher after another, seen by the subscriber as one: the engine of `append` and `catch`.
///
/// ```
/// first ───────────────────┐
///                          ├──▶ ConcatSubscription ──▶ subscriber
/// second ▶ SecondSubscriber ┘
/// ```
final class ConcatSubscription<Input, Failure: Error, NewFailure: Error>: OperatorSubscription {
  /// The publisher that follows the first one.
  typealias Next = (ConcatSubscription, Subscribers.Completion<Failure>) -> Void

  private let downstream: AnySubscriber<Input, NewFailure>
  let name: StaticString
  private let arbiter = SubscriptionArbiter()
  private let isInFirst = Locked(false)

  /// Decides what follows; released with all it holds when it has, or when cancelled.
  private let next: Locked<Next?>

  init(_ downstream: AnySubscriber<Input, NewFailure>, name: StaticString, next: @escaping Next) {
    self.downstream = downstream
    self.name = name
    self.next = Locked(next)
  }

  func receive(subscription: any Subscription) {
    guard arbiter.adopt(subscription) != nil else { return }
    isInFirst.withLock { $0 = true }
    downstream.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    isInFirst.withLock { $0 } ? deliver(input) : .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard isInFirst.replace(with: false) else { return }
    arbiter.release()
    next.take()?(self, completion)
  }

  /// Subscribes to the second publisher, whose error type may be another one.
  func goOn<P: Publisher>(
    with second: P,
    _ mapFailure: @escaping @Sendable (P.Failure) -> NewFailure
  ) where P.Output == Input {
    second.subscribe(SecondSubscriber(parent: self, mapFailure: mapFailure))
  }

  func end(_ completion: Subscribers.Completion<NewFailure>) {
    if arbiter.close().isFirst { downstream.receive(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) {
    arbiter.request(demand)
  }

  func cancel() {
    let last = arbiter.close().subscription
    _ = next.take()
    last?.cancel()
  }

  private func deliver(_ input: Input) -> Subscribers.Demand {
    guard arbiter.spend() else { return .none }
    let more = downstream.receive(input)
    arbiter.add(more)
    return more
  }

  private struct SecondSubscriber<SecondFailure: Error>: Subscriber, CustomStringConvertible {
    let parent: ConcatSubscription
    let mapFailure: @Sendable (SecondFailure) -> NewFailure

    var combineIdentifier: CombineIdentifier { parent.combineIdentifier }
    var description: String { parent.description }

    func receive(subscription: any Subscription) {
      guard let outstanding = parent.arbiter.adopt(subscription), outstanding != .none else {
        return
      }
      subscription.request(outstanding)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      parent.arbiter.hasSubscription ? parent.deliver(input) : .none
    }

    func receive(completion: Subscribers.Completion<SecondFailure>) {
      if parent.arbiter.release() { parent.end(completion.mapFailure(mapFailure)) }
    }
  }
}
