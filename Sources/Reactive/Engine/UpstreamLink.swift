public import Synchronization

/// The way back: a stage's subscription to the publisher above it.
///
/// ```
///  awaiting ──connect──▶ connected ──close──▶ closed ──cancel──▶ canceled
///      └──────────────abort────────────────────▶
/// ```
///
/// Values only look at the phase, which costs a plain load; the subscription itself is read under
/// a lock by requests and cancellations, which are rare.
@usableFromInline @frozen struct UpstreamLink: ~Copyable, Sendable {
  @usableFromInline let phase = Atomic<UInt8>(UpstreamLink.awaiting)
  @usableFromInline let subscription = Locked<(any Subscription)?>(nil)

  @inlinable static var awaiting: UInt8 { 0 }
  @inlinable static var connected: UInt8 { 1 }
  @inlinable static var closed: UInt8 { 2 }
  @inlinable static var cancelled: UInt8 { 3 }

  @inlinable init() {}

  @inlinable var isConnected: Bool { phase.load(ordering: .acquiring) == UpstreamLink.connected }

  @inlinable var isAwaiting: Bool { phase.load(ordering: .acquiring) == UpstreamLink.awaiting }

  /// Whether the subscriber has canceled, before or after upstream's end.
  @inlinable var isCancelled: Bool { phase.load(ordering: .acquiring) == UpstreamLink.cancelled }

  /// Keeps the first subscription; cancels any other and answers `false`.
  @inlinable borrowing func connect(_ new: any Subscription) -> Bool {
    let isFirst = subscription.withLock { current in
      guard phase.load(ordering: .relaxed) == UpstreamLink.awaiting else { return false }
      current = new
      phase.store(UpstreamLink.connected, ordering: .releasing)
      return true
    }
    if !isFirst { new.cancel() }
    return isFirst
  }

  @inlinable borrowing func current() -> (any Subscription)? {
    subscription.withLock { $0 }
  }

  @inlinable borrowing func request(_ demand: Subscribers.Demand) {
    current()?.request(demand)
  }

  /// Ends a live connection, once; returns the subscription to the caller who ended it.
  ///
  /// As in Combine, a stage that is canceled before it is connected does not notice.
  @inlinable borrowing func close() -> (any Subscription)? {
    subscription.withLock { current in
      if current != nil { phase.store(UpstreamLink.closed, ordering: .releasing) }
      return current.take()
    }
  }

  /// Ends the connection in the subscriber's name, even if upstream has ended; for stages that have
  /// something left to say after upstream's end.
  @usableFromInline borrowing func cancel() -> (any Subscription)? {
    subscription.withLock { current in
      if !isAwaiting { phase.store(UpstreamLink.cancelled, ordering: .releasing) }
      return current.take()
    }
  }

  /// Ends the connection, live or not, so that a subscription that comes later is canceled.
  @usableFromInline borrowing func abort() -> (any Subscription)? {
    subscription.withLock { current in
      phase.store(UpstreamLink.closed, ordering: .releasing)
      return current.take()
    }
  }

  /// Ends a live connection; `true` for the one caller who did.
  @inlinable borrowing func finish() -> Bool {
    close() != nil
  }
}

/// A link that several parts of an operator share.
@usableFromInline final class SharedLink: Sendable {
  @usableFromInline let upstream = UpstreamLink()

  @inlinable init() {}

  @inlinable func cancel() {
    upstream.close()?.cancel()
  }
}
