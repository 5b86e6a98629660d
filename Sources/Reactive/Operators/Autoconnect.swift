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
    @frozen
    struct State: Sendable {
      @usableFromInline var subscribers = 0
      @usableFromInline var isConnecting = false
      @usableFromInline var connection: (any Cancellable)?

      @inlinable
      init(connection: (any Cancellable)? = nil) {
        self.connection = connection
      }

      /// Counts a subscriber; `true` for the one who has to connect.
      @inlinable
      mutating func enter() -> Bool {
        subscribers += 1
        guard connection == nil, !isConnecting else { return false }
        isConnecting = true
        return true
      }

      /// Keeps a connection, or returns it if everyone has left meanwhile.
      @inlinable
      mutating func connected(_ new: any Cancellable) -> (any Cancellable)? {
        isConnecting = false
        guard subscribers > 0 else { return new }
        connection = new
        return nil
      }

      /// Takes a subscriber off the count; returns the connection after the last one.
      @inlinable
      mutating func leave() -> (any Cancellable)? {
        subscribers -= 1
        guard subscribers == 0 else { return nil }
        defer { connection = nil }
        return connection
      }
    }

    /// The publisher that values come from.
    public final let upstream: Upstream

    @usableFromInline let state = Locked(State())

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
      let connects = state.withLock { $0.enter() }
      upstream.subscribe(CountedSubscriber(downstream: subscriber) { [self] in leave() })
      if connects { connect() }
    }

    @usableFromInline
    func connect() {
      let connection = upstream.connect()
      let unwanted = state.withLock { $0.connected(connection) }
      unwanted?.cancel()
    }

    @usableFromInline
    func leave() {
      let connection = state.withLock { $0.leave() }
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

/// A subscription that counts as cancelled once.
@usableFromInline
final class CountedSubscription: Subscription, CustomStringConvertible {
  @usableFromInline let subscription: any Subscription
  @usableFromInline let onCancel: Locked<(@Sendable () -> Void)?>

  @usableFromInline
  init(subscription: any Subscription, onCancel: @escaping @Sendable () -> Void) {
    self.subscription = subscription
    self.onCancel = Locked(onCancel)
  }

  @usableFromInline var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }
  @usableFromInline var description: String { String(describing: subscription) }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    subscription.request(demand)
  }

  @usableFromInline
  func cancel() {
    let leave = onCancel.withLock { onCancel in
      let last = onCancel
      onCancel = nil
      return last
    }
    leave?()
    subscription.cancel()
  }
}
