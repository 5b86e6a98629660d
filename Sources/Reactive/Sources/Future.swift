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
public final class Future<Output, Failure: Error>: Publisher {
  /// The closure to call with the result; calls after the first do nothing.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private let outcome = FutureOutcome<Output, Failure>()

  /// Makes a future and starts the work that will call the promise.
  ///
  /// Values that are not `Sendable` stay where they are, and so does the promise.
  public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
    attemptToFulfill { [outcome] in outcome.fulfill($0) }
  }

  /// Makes a future and starts the work that will call the promise, from any thread.
  public init(
    _ attemptToFulfill: (@escaping @Sendable (Result<Output, Failure>) -> Void) -> Void
  ) where Output: Sendable {
    attemptToFulfill { [outcome] in outcome.fulfill($0) }
  }

  /// Attaches a subscriber, which gets the result once it is there and asked for.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let identifier = CombineIdentifier()
    let single = SingleSubscription(subscriber, name: "Future") { [outcome] in
      outcome.forget(identifier)
    }
    subscriber.receive(subscription: single)
    outcome.wait(as: identifier) { single.fulfill($0.map(Optional.some)) }
    if single.isOver { outcome.forget(identifier) }
  }
}

extension Future: Sendable where Output: Sendable {}

/// The result of a future, and what waits for it.
private final class FutureOutcome<Output, Failure: Error>: Sendable {
  typealias Waiting = @Sendable (Result<Output, Failure>) -> Void

  private struct State {
    var result: Result<Output, Failure>?
    var waiting: [CombineIdentifier: Waiting] = [:]
    var onAbandon: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  func fulfill(_ result: Result<Output, Failure>) {
    // What waited is called and released outside the lock; nothing waits once there is a result.
    let last = state.withLock { state in
      defer { if state.result == nil { state = State(result: result) } }
      return state
    }
    for fulfill in last.waiting.values { fulfill(result) }
  }

  /// Calls a closure with the result, now or when it is there.
  func wait(as identifier: CombineIdentifier, _ action: @escaping Waiting) {
    let result = state.withLock { state in
      if state.result == nil { state.waiting[identifier] = action }
      return state.result
    }
    if let result { action(result) }
  }

  /// Sets what happens when nothing waits any more and there is no result.
  func onAbandon(_ action: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if state.result == nil { state.onAbandon = action }
    }
  }

  func forget(_ identifier: CombineIdentifier) {
    let (_, abandon) = state.withLock { state in
      let last = state.waiting.removeValue(forKey: identifier)
      let isAbandoned = last != nil && state.waiting.isEmpty
      return (last, isAbandoned ? state.onAbandon : nil)
    }
    abandon?()
  }
}

extension Future where Output: Sendable {
  /// Makes a future from an asynchronous closure, which starts at once in a task of its own.
  ///
  /// The task is cancelled when the last of the subscribers has cancelled before the result was
  /// there. An operation that answers cancellation by throwing ends the stream with that error.
  ///
  /// ```swift
  /// query
  ///   .map { text in Future { try await search(text) } }
  ///   .switchToLatest()  // a new text cancels the search for the old one
  /// ```
  public convenience init(
    executorPreference: (any TaskExecutor)? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable () async throws(Failure) -> Output
  ) {
    self.init { _ in }
    let task = Task(executorPreference: executorPreference, priority: priority) { [outcome] in
      do throws(Failure) {
        outcome.fulfill(.success(try await operation()))
      } catch {
        outcome.fulfill(.failure(error))
      }
    }
    outcome.onAbandon { task.cancel() }
  }

  /// The result, waited for; throws the error if it is one.
  public var value: Output {
    get async throws { try await result().get() }
  }

  private func result() async -> Result<Output, Failure> {
    await withCheckedContinuation { continuation in
      outcome.wait(as: CombineIdentifier()) { continuation.resume(returning: $0) }
    }
  }
}

extension Future where Output: Sendable, Failure == Never {
  /// The result, waited for.
  public var value: Output {
    get async { await result().get() }
  }
}
