/// A publisher of one value, which then finishes.
///
/// The value waits until the subscriber asks. It is sent on the thread that asks.
///
/// ```marble
/// Just(1)  (1|)
/// ```
public struct Just<Output>: Publisher {
  /// A value that is already there cannot fail.
  public typealias Failure = Never

  /// The value.
  public let output: Output

  /// Makes a publisher of a value.
  @inlinable public init(_ output: Output) {
    self.output = output
  }

  /// Attaches a subscriber.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(
      subscription: SingleSubscription(subscriber, name: "Just", outcome: .success(output))
    )
  }
}

extension Just: Equatable where Output: Equatable {}
extension Just: Sendable where Output: Sendable {}

extension Optional {
  /// A publisher of an optional's value, if there is one, which then finishes.
  ///
  /// As ``Just`` of the value, or ``Empty`` without one.
  ///
  /// ```marble
  /// Optional(1).publisher  (1|)
  /// ```
  public struct Publisher: Reactive.Publisher {
    /// The kind of the value.
    public typealias Output = Wrapped

    /// A value that is already there cannot fail.
    public typealias Failure = Never

    /// The value, if there is one.
    public let output: Wrapped?

    /// Makes a publisher of an optional.
    @inlinable public init(_ output: Output?) {
      self.output = output
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Wrapped, S.Failure == Never {
      guard let output else { return Empty().receive(subscriber: subscriber) }
      subscriber.receive(
        subscription: SingleSubscription(subscriber, name: "Optional", outcome: .success(output))
      )
    }
  }

  /// The optional as a publisher.
  public var publisher: Publisher { Publisher(self) }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
extension Optional.Publisher: Sendable where Wrapped: Sendable {}

extension Result {
  /// A publisher of a result: its value and the end, or its error.
  ///
  /// As ``Just`` of the value, or ``Fail`` with the error.
  ///
  /// ```marble
  /// Result.success(1).publisher  (1|)
  /// ```
  public struct Publisher: Reactive.Publisher {
    /// The kind of the value.
    public typealias Output = Success

    /// The result.
    public let result: Result

    /// Makes a publisher of a result.
    @inlinable public init(_ result: Result) {
      self.result = result
    }

    /// Makes a publisher of a value.
    @inlinable public init(_ output: Output) {
      self.init(.success(output))
    }

    /// Makes a publisher of an error.
    @inlinable public init(_ failure: Failure) {
      self.init(.failure(failure))
    }

    /// Attaches a subscriber.
    @inlinable @inline(__always) public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Success, S.Failure == Failure {
      switch result {
      case .success:
        subscriber.receive(
          subscription: SingleSubscription(subscriber, name: "Once", outcome: result)
        )
      case .failure(let error):
        Fail(error: error).receive(subscriber: subscriber)
      }
    }
  }

  /// The result as a publisher.
  public var publisher: Publisher { Publisher(self) }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
extension Result.Publisher: Sendable where Success: Sendable {}

/// A subscription that delivers one result, when there is one and it was asked for.
///
/// ```
///  request ─┐
///           ├─▶ value, finished        a failure does not wait for a request
///  fulfill ─┘
/// ```
@usableFromInline
final class SingleSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  // @unchecked Sendable because the state is locked and only leaves it once.
  @usableFromInline typealias Outcome = Result<Downstream.Input, Downstream.Failure>

  @usableFromInline @frozen struct State {
    @usableFromInline var downstream: Downstream?
    @usableFromInline var outcome: Outcome?
    @usableFromInline var isRequested = false
    @usableFromInline var onCancel: (@Sendable () -> Void)?
    @usableFromInline var isCancelled = false

    /// An error does not have to be asked for.
    @usableFromInline var isDue: Bool {
      switch outcome {
      case .success: isRequested
      case .failure: true
      case nil: false
      }
    }

    /// Empties the state and hands out what was in it, to be released outside the lock.
    @usableFromInline mutating func take() -> State {
      let last = self
      (downstream, outcome, onCancel) = (nil, nil, nil)
      return last
    }
  }

  @usableFromInline let name: StaticString
  @usableFromInline let state: Locked<State>

  @usableFromInline init(
    _ downstream: Downstream,
    name: StaticString,
    outcome: Outcome? = nil,
    onCancel: (@Sendable () -> Void)? = nil
  ) {
    self.name = name
    state = Locked(State(downstream: downstream, outcome: outcome, onCancel: onCancel))
  }

  @inlinable var isOver: Bool { state.withLock { $0.downstream == nil } }

  @usableFromInline var description: String { "\(name)" }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    update { $0.isRequested = true }
  }

  @usableFromInline func fulfill(_ outcome: Outcome) {
    update { $0.outcome = outcome }
  }

  @usableFromInline func cancel() {
    let last = state.withLock { state in
      state.isCancelled = true
      return state.take()
    }
    if last.downstream != nil { last.onCancel?() }
  }

  /// Changes the state until all is over, and delivers if it is time to.
  @inlinable func update(_ change: (inout State) -> Void) {
    let due = state.withLock { state -> State? in
      guard state.downstream != nil else { return nil }
      change(&state)
      return state.isDue ? state.take() : nil
    }
    guard let downstream = due?.downstream, let outcome = due?.outcome else { return }
    switch outcome {
    case .success(let value):
      _ = downstream.receive(value)
      if !state.withLock({ $0.isCancelled }) { downstream.receive(completion: .finished) }
    case .failure(let error):
      downstream.receive(completion: .failure(error))
    }
  }
}
