public import Synchronization

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
      case .success(let output):
        subscriber.receive(
          subscription: SingleSubscription(subscriber, name: "Result", outcome: .success(output))
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

/// A subscription that delivers one result, or only the end, when it is known and was asked for.
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
  // @unchecked Sendable because what is pending is locked, and only leaves the lock once.
  @usableFromInline typealias Outcome = Result<Downstream.Input?, Downstream.Failure>

  @usableFromInline struct Pending {
    @usableFromInline let downstream: Downstream
    @usableFromInline var outcome: Outcome?
    @usableFromInline let onCancel: (@Sendable () -> Void)?
    @usableFromInline var isRequested = false

    /// An error does not have to be asked for.
    @inlinable var isDue: Bool {
      switch outcome {
      case .success: isRequested
      case .failure: true
      case nil: false
      }
    }
  }

  @usableFromInline let name: StaticString
  @usableFromInline let pending: Locked<Pending?>
  @usableFromInline let isCancelled = Atomic(false)

  @usableFromInline init(
    _ downstream: Downstream,
    name: StaticString,
    outcome: Outcome? = nil,
    onCancel: (@Sendable () -> Void)? = nil
  ) {
    self.name = name
    pending = Locked(Pending(downstream: downstream, outcome: outcome, onCancel: onCancel))
  }

  var isOver: Bool { pending.withLock { $0 == nil } }

  @usableFromInline var description: String { "\(name)" }

  @inlinable func request(_ demand: Subscribers.Demand) {
    demand.assertNonZero()
    deliver { $0?.isRequested = true }
  }

  @usableFromInline func fulfill(_ outcome: Outcome) {
    deliver { $0?.outcome = outcome }
  }

  @inlinable func cancel() {
    isCancelled.store(true, ordering: .releasing)
    pending.take()?.onCancel?()
  }

  /// Makes a change, and delivers if it is time to.
  ///
  /// The value is released outside the lock, because its `deinit` may run any code.
  @inlinable func deliver(after change: (inout Pending?) -> Void) {
    let due = pending.withLock { pending in
      change(&pending)
      return pending?.isDue == true ? pending.take() : nil
    }
    guard let due, let outcome = due.outcome else { return }
    switch outcome {
    case .success(let value):
      if let value { _ = due.downstream.receive(value) }
      if !isCancelled.load(ordering: .acquiring) { due.downstream.receive(completion: .finished) }
    case .failure(let error):
      due.downstream.receive(completion: .failure(error))
    }
  }
}
