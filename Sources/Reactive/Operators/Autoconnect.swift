extension ConnectablePublisher {
  /// Connects at the first subscriber, and disconnects when the last one cancels.
  ///
  /// Subscribers that are there when the stream ends need not cancel. After a disconnection, the
  /// next subscriber connects again.
  ///
  /// ```marble
  /// numbers        -1-2-3-4-!
  /// autoconnect()    -2-3-4-!
  /// ```
  @inlinable
  public func autoconnect() -> Publishers.Autoconnect<Self> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// A publisher that connects by itself.
  ///
  /// See ``ConnectablePublisher/autoconnect()``.
  public class Autoconnect<Upstream: ConnectablePublisher>: Publisher, @unchecked Sendable {
    // @unchecked Sendable because the state is locked and the rest constant.

    /// The kind of values sent.
    public typealias Output = Upstream.Output

    /// The kind of error that can end the stream.
    public typealias Failure = Upstream.Failure

    @usableFromInline
    enum State: Sendable {
      case disconnected
      case connected(any Cancellable, subscribers: Int)
    }

    /// The publisher that values come from.
    public final let upstream: Upstream

    @usableFromInline let state = Locked(State.disconnected)

    /// Makes the publisher from its parts.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches a subscriber, and connects if it is the first.
    @inlinable
    @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let wasConnected = state.withLock { state in
        guard case .connected(let connection, let count) = state else { return false }
        state = .connected(connection, subscribers: count + 1)
        return true
      }
      let counted = CountedSubscriber(downstream: subscriber) { [self] in leave() }
      upstream.subscribe(counted)
      if wasConnected { return }
      let connection = upstream.connect()
      state.withLock { $0 = .connected(connection, subscribers: 1) }
    }

    @usableFromInline
    func leave() {
      let connection = state.withLock { state -> (any Cancellable)? in
        guard case .connected(let connection, let count) = state else { return nil }
        state = count <= 1 ? .disconnected : .connected(connection, subscribers: count - 1)
        return count <= 1 ? connection : nil
      }
      connection?.cancel()
    }
  }
}

@usableFromInline
@frozen
struct CountedSubscriber<Downstream: Subscriber>: Subscriber, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let onCancel: @Sendable () -> Void
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(downstream: Downstream, onCancel: @escaping @Sendable () -> Void) {
    self.downstream = downstream
    self.onCancel = onCancel
  }

  @inlinable var description: String { "Autoconnect" }

  @inlinable
  func receive(subscription: any Subscription) {
    downstream.receive(
      subscription: CountedSubscription(subscription: subscription, onCancel: onCancel)
    )
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}

@usableFromInline
@frozen
struct CountedSubscription: Subscription, CustomStringConvertible {
  @usableFromInline let subscription: any Subscription
  @usableFromInline let onCancel: @Sendable () -> Void

  @inlinable
  init(subscription: any Subscription, onCancel: @escaping @Sendable () -> Void) {
    self.subscription = subscription
    self.onCancel = onCancel
  }

  @inlinable var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }
  @inlinable var description: String { String(describing: subscription) }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    subscription.request(demand)
  }

  @inlinable
  func cancel() {
    onCancel()
    subscription.cancel()
  }
}
