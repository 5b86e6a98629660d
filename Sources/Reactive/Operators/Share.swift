extension Publisher {
  /// Shares one subscription among all subscribers.
  ///
  /// It begins with the first subscriber and is cancelled with the last; a subscriber that comes
  /// late misses what was sent before. Upstream is asked for everything, and a subscriber that has
  /// not asked for a value misses it. After the end, a new subscriber gets only the end.
  ///
  /// ```marble
  /// numbers     -1--2--3--|
  /// share(), A  -1--2--3--|
  /// share(), B       --3--|
  /// ```
  public func share() -> Publishers.Share<Self> {
    multicast { PassthroughSubject() }.autoconnect()
  }
}

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
  public func autoconnect() -> Publishers.Autoconnect<Self> {
    .init(upstream: self)
  }
}

extension Publishers {
  /// What ``Publisher/share()`` returns.
  public typealias Share<Upstream: Publisher> = Autoconnect<MakeConnectable<Upstream>>

  /// What ``ConnectablePublisher/autoconnect()`` returns.
  public final class Autoconnect<Upstream: ConnectablePublisher>: Operator, Equatable {
    /// The publisher that values come from.
    public let upstream: Upstream

    let connection: Connection<Upstream>

    /// Makes the publisher from its parts.
    public init(upstream: Upstream) {
      self.upstream = upstream
      connection = Connection(of: upstream)
    }

    /// Attaches a subscriber, and connects if it is the first.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let isFirst = connection.enter()
      upstream.subscribe(
        AnySubscriber(
          named: "Autoconnect",
          receiveSubscription: { [connection] in
            subscriber.receive(subscription: CountedSubscription($0, connection))
          },
          receiveValue: { subscriber.receive($0) },
          receiveCompletion: { subscriber.receive(completion: $0) }
        )
      )
      if isFirst { connection.keep(upstream.connect()) }
    }

    /// Says whether two publishers are the same object.
    public static func == (lhs: Autoconnect, rhs: Autoconnect) -> Bool { lhs === rhs }
  }
}

extension Publishers.Autoconnect: Sendable where Upstream: Sendable {}

/// The connection that an `autoconnect` has made, and how many subscribers share it.
///
/// Subscribers hold it, and with it the publisher.
final class Connection<Upstream: ConnectablePublisher>: Sendable {
  private struct State: Sendable {
    var subscribers = 0
    var isConnecting = false
    var connection: (any Cancellable)?
  }

  private let state = Locked(State())
  private let upstream: Locked<Upstream>

  init(of upstream: Upstream) {
    self.upstream = Locked(upstream)
  }

  /// Counts a subscriber; `true` for the one who has to connect.
  func enter() -> Bool {
    state.withLock { state in
      state.subscribers += 1
      guard state.connection == nil, !state.isConnecting else { return false }
      state.isConnecting = true
      return true
    }
  }

  /// Keeps a connection, or cancels it if all subscribers have left meanwhile.
  func keep(_ new: any Cancellable) {
    let isWanted = state.withLock { state in
      state.isConnecting = false
      if state.subscribers > 0 { state.connection = new }
      return state.subscribers > 0
    }
    if !isWanted { new.cancel() }
  }

  /// Takes a subscriber off the count; cancels the connection after the last one.
  func leave() {
    let last = state.withLock { state in
      state.subscribers -= 1
      return state.subscribers == 0 ? state.connection.take() : nil
    }
    last?.cancel()
  }
}

/// A subscription that counts as cancelled once.
final class CountedSubscription<Upstream: ConnectablePublisher>: Subscription,
  CustomStringConvertible
{
  private let subscription: any Subscription
  private let connection: Locked<Connection<Upstream>?>

  init(_ subscription: any Subscription, _ connection: Connection<Upstream>) {
    self.subscription = subscription
    self.connection = Locked(connection)
  }

  var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }
  var description: String { String(describing: subscription) }

  func request(_ demand: Subscribers.Demand) {
    subscription.request(demand)
  }

  func cancel() {
    connection.take()?.leave()
    subscription.cancel()
  }
}
