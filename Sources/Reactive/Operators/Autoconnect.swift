import System

extension ConnectablePublisher {
  /// Connects with the first subscriber, and cancels the connection with the last.
  package func autoconnect() -> Publishers.Autoconnect<Self> { .init(upstream: self) }
}

extension Publishers {
  package final class Autoconnect<Upstream: ConnectablePublisher>: Operator {
    private struct State: Sendable {
      var subscribers = 0
      var isConnecting = false
      var connection: (any Cancellable)?

      /// Adds a subscriber; `true` if it is to connect.
      mutating func enter() -> Bool {
        subscribers += 1
        return connection == nil && !exchange(&isConnecting, with: true)
      }

      /// Keeps the connection; `false` if everyone has left meanwhile.
      mutating func keep(_ new: any Cancellable) -> Bool {
        isConnecting = false
        if subscribers > 0 { connection = new }
        return subscribers > 0
      }

      /// Removes a subscriber; returns the connection if it was the last.
      mutating func leave() -> (any Cancellable)? {
        subscribers -= 1
        return subscribers == 0 ? connection.take() : nil
      }
    }

    let upstream: Upstream
    private let state = Guarded(State())

    init(upstream: Upstream) { self.upstream = upstream }

    package func receive<S: Subscriber<Upstream.Output, Upstream.Failure>>(subscriber: S) {
      let isFirst = state.withLock { $0.enter() }
      // Held until then because subscribers do not keep the subject alive that they are attached to.
      let leave = { @Sendable [self] in _ = state.withLock { $0.leave() }?.cancel() }
      HandleEvents(upstream: upstream, name: "Autoconnect", handlers: .init(cancel: leave))
        .subscribe(subscriber)
      guard isFirst else { return }
      let connection = upstream.connect()
      if !state.withLock({ $0.keep(connection) }) { connection.cancel() }
    }
  }
}
