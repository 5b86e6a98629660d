import System

extension ConnectablePublisher {
  /// Connects with the first subscriber, and cancels the connection with the last.
  package func autoconnect() -> Publishers.Autoconnect<Self> { .init(upstream: self) }
}

extension Publishers {
  /// A publisher that is connected while it has subscribers.
  package final class Autoconnect<Upstream: ConnectablePublisher>: Operator {
    let upstream: Upstream
    private let connection: Connection

    init(upstream: Upstream) {
      self.upstream = upstream
      connection = Connection(of: upstream)
    }

    package func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let isFirst = connection.enter()
      let handlers = HandleEvents<Upstream>.Handlers(cancel: { [connection] in connection.leave() })
      HandleEvents(upstream: upstream, name: "Autoconnect", handlers: handlers)
        .subscribe(subscriber)
      if isFirst { connection.keep(upstream.connect()) }
    }
  }
}

/// A connection that lives as long as someone needs it.
private final class Connection: Sendable {
  private struct State: Sendable {
    var subscribers = 0
    var isConnecting = false
    var connection: (any Cancellable)?
  }

  private let state = Guarded(State())

  /// Held because subscribers do not keep the subject alive that they are attached to.
  private let publisher: any Publisher

  init(of publisher: any Publisher) { self.publisher = publisher }

  /// Adds a subscriber; `true` if it is to connect.
  func enter() -> Bool {
    state.withLock { state in
      state.subscribers += 1
      guard state.connection == nil, !state.isConnecting else { return false }
      state.isConnecting = true
      return true
    }
  }

  /// Keeps the connection, or cancels it if everyone has left meanwhile.
  func keep(_ new: any Cancellable) {
    let isWanted = state.withLock { state in
      state.isConnecting = false
      if state.subscribers > 0 { state.connection = new }
      return state.subscribers > 0
    }
    if !isWanted { new.cancel() }
  }

  func leave() {
    let last = state.withLock { state in
      state.subscribers -= 1
      return state.subscribers == 0 ? state.connection.take() : nil
    }
    last?.cancel()
  }
}
