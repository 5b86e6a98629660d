/// What a fold does after a value.
@usableFromInline
enum Progress: Sendable {
  /// Wants the next value.
  case more

  /// Knows its result.
  case done
}

/// The part of a reducing operator that is its own: how a value changes the result.
@usableFromInline
protocol Fold<Input, Output> {
  associatedtype Input
  associatedtype Output
  associatedtype Thrown: Error

  /// The bare name of the operator, which is its subscription's description.
  var name: StaticString { get }

  /// The result so far; `nil` if there is none to send.
  var result: Output? { get }

  mutating func receive(_ input: Input) throws(Thrown) -> Progress
}

/// A stage that takes everything and sends one result at the end.
///
/// ```
///  values ──▶ fold ──▶ result known ──┬──▶ result, finished
///                         requested ──┘
/// ```
@usableFromInline
final class Reduction<Downstream: Subscriber, F: Fold, Rule: FailureRule>: Subscriber,
  Subscription, CustomStringConvertible, @unchecked Sendable
where
  F.Output == Downstream.Input, F.Thrown == Rule.Thrown, Rule.Failure == Downstream.Failure
{
  // @unchecked Sendable because the fold is only used by upstream's deliveries, which are serial,
  // until the result is known, and then once, by whoever completes the pair in `outlet`.
  @usableFromInline typealias Input = F.Input
  @usableFromInline typealias Failure = Rule.Upstream

  @usableFromInline
  @frozen
  struct Outlet: Sendable {
    @usableFromInline var isRequested = false
    @usableFromInline var isKnown = false
    @usableFromInline var isOver = false

    @usableFromInline
    init() {}

    /// Whether the result is due; true once.
    @usableFromInline
    mutating func due() -> Bool {
      guard isRequested, isKnown, !isOver else { return false }
      isOver = true
      return true
    }
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = Upstream()
  @usableFromInline let outlet = Locked(Outlet())
  @exclusivity(unchecked) @usableFromInline var fold: F

  @inlinable
  init(_ downstream: Downstream, fold: F, rule: Rule.Type) {
    self.downstream = downstream
    self.fold = fold
  }

  @usableFromInline var description: String { "\(fold.name)" }

  @inlinable
  func receive(subscription: any Subscription) {
    guard upstream.connect(subscription) else { return }
    downstream.receive(subscription: self)
    subscription.request(.unlimited)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isConnected else { return .none }
    do {
      if case .done = try fold.receive(input) {
        upstream.close()?.cancel()
        resultIsKnown()
      }
    } catch {
      upstream.close()?.cancel()
      fail(Rule.lift(thrown: error))
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.finish() else { return }
    switch completion {
    case .finished: resultIsKnown()
    case .failure(let error): fail(Rule.lift(error))
    }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    deliver(
      outlet.withLock { outlet in
        outlet.isRequested = true
        return outlet.due()
      }
    )
  }

  @usableFromInline
  func cancel() {
    let last = upstream.cancel()
    outlet.withLock { $0.isOver = true }
    last?.cancel()
  }

  @usableFromInline
  func resultIsKnown() {
    deliver(
      outlet.withLock { outlet in
        outlet.isKnown = true
        return outlet.due()
      }
    )
  }

  @usableFromInline
  func fail(_ error: Downstream.Failure) {
    let isFirst = outlet.withLock { outlet in
      defer { outlet.isOver = true }
      return !outlet.isOver
    }
    if isFirst { downstream.receive(completion: .failure(error)) }
  }

  @usableFromInline
  func deliver(_ isDue: Bool) {
    guard isDue else { return }
    if let result = fold.result { _ = downstream.receive(result) }
    if !upstream.isCancelled { downstream.receive(completion: .finished) }
  }
}
