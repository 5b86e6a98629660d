/// A subscription that delivers one result, when there is one and it was asked for.
///
/// ```
///  request ─┐
///           ├─▶ value, finished        a failure does not wait for a request
///  fulfill ─┘
/// ```
@usableFromInline
final class Single<Downstream: Subscriber>: Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  // @unchecked Sendable because the state is locked and only leaves it once.
  @usableFromInline typealias Outcome = Result<Downstream.Input, Downstream.Failure>

  @usableFromInline
  @frozen
  struct State {
    @usableFromInline var downstream: Downstream?
    @usableFromInline var outcome: Outcome?
    @usableFromInline var isRequested = false
    @usableFromInline var onCancel: (@Sendable () -> Void)?
    @usableFromInline var isCancelled = false

    @usableFromInline
    init(downstream: Downstream, outcome: Outcome?) {
      self.downstream = downstream
      self.outcome = outcome
    }

    /// The delivery that is due, once.
    @usableFromInline
    mutating func due() -> (Downstream, Outcome)? {
      guard let downstream, let outcome else { return nil }
      if case .success = outcome, !isRequested { return nil }
      self.downstream = nil
      self.outcome = nil
      onCancel = nil
      return (downstream, outcome)
    }
  }

  @usableFromInline let name: StaticString
  @usableFromInline let state: Locked<State>

  @usableFromInline
  init(_ downstream: Downstream, name: StaticString, outcome: Outcome? = nil) {
    self.name = name
    state = Locked(State(downstream: downstream, outcome: outcome))
  }

  @inlinable var isOver: Bool { state.withLock { $0.downstream == nil } }

  @usableFromInline var description: String { "\(name)" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    deliver(
      state.withLock { state in
        state.isRequested = true
        return state.due()
      }
    )
  }

  @usableFromInline
  func fulfill(_ outcome: Outcome) {
    deliver(
      state.withLock { state in
        state.outcome = outcome
        return state.due()
      }
    )
  }

  /// Sets what happens on cancellation, unless all is over.
  @inlinable
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if state.downstream != nil { state.onCancel = action }
    }
  }

  @usableFromInline
  func cancel() {
    let (last, action) = state.withLock { state in
      let last = (state.downstream, state.onCancel)
      state.downstream = nil
      state.onCancel = nil
      state.outcome = nil
      state.isCancelled = true
      return last
    }
    if last != nil { action?() }
  }

  @inlinable
  func deliver(_ due: (Downstream, Outcome)?) {
    guard let (downstream, outcome) = due else { return }
    switch outcome {
    case .success(let value):
      _ = downstream.receive(value)
      if !state.withLock({ $0.isCancelled }) { downstream.receive(completion: .finished) }
    case .failure(let error):
      downstream.receive(completion: .failure(error))
    }
  }
}
