/// A publisher of one result, which is worked out once and kept.
///
/// The work starts when the future is made, not when someone subscribes; every subscriber, early or
/// late, gets the same result. Wrap it in ``Deferred`` to start at subscription. A value waits
/// until the subscriber asks; an error does not. It is sent on the thread that calls the promise,
/// or that subscribes or asks after that.
///
/// ```marble
/// promise          ----1
/// Future(work), A  ----(1|)
/// Future(work), B        (1|)
/// ```
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
  // @unchecked Sendable because the state is locked; the promise, through which a result can come
  // from any thread, hands it over.

  /// The closure to call with the result; calls after the first do nothing.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private struct State {
    var result: Result<Output, Failure>?
    var waiting: [CombineIdentifier: @Sendable (Result<Output, Failure>) -> Void] = [:]
    var onAbandon: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// Makes a future and starts the work that will call the promise.
  @preconcurrency
  public init(
    _ attemptToFulfill:
      @escaping @Sendable (
        @escaping @Sendable (Result<Output, Failure>) -> Void
      ) -> Void
  ) {
    attemptToFulfill(fulfill)
  }

  init() {}

  @Sendable
  func fulfill(_ result: Result<Output, Failure>) {
    let waiting = state.withLock { state -> [@Sendable (Result<Output, Failure>) -> Void] in
      guard state.result == nil else { return [] }
      state.result = result
      let waiting = Array(state.waiting.values)
      state.waiting = [:]
      state.onAbandon = nil
      return waiting
    }
    for fulfill in waiting { fulfill(result) }
  }

  /// Attaches a subscriber, which gets the result once it is there and asked for.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let single = Single(subscriber, name: "Future")
    let identifier = CombineIdentifier()
    single.onCancel { self.forget(identifier) }
    subscriber.receive(subscription: single)
    wait(as: identifier) { single.fulfill($0) }
    if single.isOver { forget(identifier) }
  }

  /// Calls a closure with the result, now or when it is there.
  func wait(
    as identifier: CombineIdentifier,
    _ action: @escaping @Sendable (Result<Output, Failure>) -> Void
  ) {
    let result = state.withLock { state in
      if state.result == nil { state.waiting[identifier] = action }
      return state.result
    }
    if let result { action(result) }
  }

  /// Sets what happens when nobody waits any more and there is no result.
  func onAbandon(_ action: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if state.result == nil { state.onAbandon = action }
    }
  }

  private func forget(_ identifier: CombineIdentifier) {
    let (last, abandon) = state.withLock { state in
      let last = state.waiting.removeValue(forKey: identifier)
      let isAbandoned = last != nil && state.waiting.isEmpty
      return (last, isAbandoned ? state.onAbandon : nil)
    }
    _ = last
    abandon?()
  }
}
