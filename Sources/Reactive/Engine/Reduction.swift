extension Publishers {
  /// A publisher that takes everything from its upstream and sends one result.
  ///
  /// Combine has a type for each operator. Here most of those that reduce a stream are names for
  /// this one: `Publishers.Count`, `Publishers.FirstWhere` and so on.
  public struct Reduced<Upstream: Publisher, Output, Failure: Error>: Operator {
    /// Adds a value to the result; `true` when no other value can change it.
    @usableFromInline typealias Step =
      @Sendable (inout Output?, Upstream.Output) throws(Failure) -> Bool

    /// The publisher that values come from.
    public let upstream: Upstream

    @usableFromInline let name: StaticString
    @usableFromInline let initial: Output?
    @usableFromInline let step: Step
    @usableFromInline let mapFailure: @Sendable (Upstream.Failure) -> Failure

    /// Without an initial result and a step that sets one, nothing is sent.
    @inlinable init(
      _ upstream: Upstream,
      _ name: StaticString,
      initial: Output? = nil,
      mapFailure: @escaping @Sendable (Upstream.Failure) -> Failure,
      _ step: @escaping Step
    ) {
      self.upstream = upstream
      self.name = name
      self.initial = initial
      self.mapFailure = mapFailure
      self.step = step
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Reduction(subscriber, self))
    }
  }
}

extension Publishers.Reduced: Sendable where Upstream: Sendable, Output: Sendable {}

/// A subscriber that takes everything and sends one result, when it is known and asked for.
///
/// ```
/// upstream ─▶ Reduction ─▶ SingleSubscription ─▶ subscriber
/// ```
@usableFromInline
final class Reduction<Upstream: Publisher, Downstream: Subscriber>: Subscriber,
  CustomStringConvertible, @unchecked Sendable
{
  // @unchecked Sendable because the result is only used by upstream's deliveries, which are serial.
  @usableFromInline typealias Input = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline typealias Reduced = Publishers.Reduced<
    Upstream, Downstream.Input, Downstream.Failure
  >

  @usableFromInline let downstream: Downstream
  @usableFromInline let single: SingleSubscription<Downstream>
  @usableFromInline let link: SharedLink
  @usableFromInline let step: Reduced.Step
  @usableFromInline let mapFailure: @Sendable (Failure) -> Downstream.Failure
  @exclusivity(unchecked) @usableFromInline var result: Downstream.Input?

  @inlinable init(_ downstream: Downstream, _ publisher: Reduced) {
    let link = SharedLink()
    self.downstream = downstream
    self.link = link
    single = SingleSubscription(downstream, name: publisher.name) {
      link.upstream.close()?.cancel()
    }
    step = publisher.step
    mapFailure = publisher.mapFailure
    result = publisher.initial
  }

  @usableFromInline var description: String { single.description }

  @inlinable func receive(subscription: any Subscription) {
    guard link.upstream.connect(subscription) else { return }
    downstream.receive(subscription: single)
    subscription.request(.unlimited)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard link.upstream.isConnected else { return .none }
    do {
      if try step(&result, input) { end(.success(result)) }
    } catch {
      end(.failure(error))
    }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard link.upstream.close() != nil else { return }
    switch completion {
    case .finished: single.fulfill(.success(result))
    case .failure(let error): single.fulfill(.failure(mapFailure(error)))
    }
  }

  /// Ends the stream before upstream does.
  @usableFromInline func end(_ outcome: SingleSubscription<Downstream>.Outcome) {
    link.upstream.close()?.cancel()
    single.fulfill(outcome)
  }
}
