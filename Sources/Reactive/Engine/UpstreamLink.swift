public import Synchronization

/// The way back: a stage's subscription to the publisher above it.
///
/// ```
/// awaiting ──connect──▶ connected ──close──▶ closed
///     └──────────────close────────────────────▲
/// ```
///
/// Values only look at the phase, which costs a plain load; the subscription itself is read under
/// a lock by requests and cancellations, which are rare.
@usableFromInline struct UpstreamLink: ~Copyable, Sendable {
  @usableFromInline let phase = Atomic<UInt8>(0)
  private let subscription = Locked<(any Subscription)?>(nil)

  private static let awaiting: UInt8 = 0
  @inlinable static var connected: UInt8 { 1 }
  private static let closed: UInt8 = 2

  @usableFromInline init() {}

  @inlinable var isConnected: Bool { phase.load(ordering: .acquiring) == UpstreamLink.connected }

  @usableFromInline var current: (any Subscription)? { subscription.withLock { $0 } }

  /// Keeps the first subscription; cancels any other and answers `false`.
  @usableFromInline borrowing func connect(_ new: any Subscription) -> Bool {
    let isFirst = subscription.withLock { current in
      guard phase.load(ordering: .relaxed) == UpstreamLink.awaiting else { return false }
      current = new
      phase.store(UpstreamLink.connected, ordering: .releasing)
      return true
    }
    if !isFirst { new.cancel() }
    return isFirst
  }

  @usableFromInline borrowing func request(_ demand: Subscribers.Demand) {
    current?.request(demand)
  }

  /// Ends the connection for good; returns the subscription to the one caller who ended it.
  ///
  /// A subscription that comes later is cancelled.
  @discardableResult @usableFromInline borrowing func close() -> (any Subscription)? {
    subscription.withLock { current in
      phase.store(UpstreamLink.closed, ordering: .releasing)
      return current.take()
    }
  }
}

/// A link that several parts of an operator share.
@usableFromInline final class SharedLink: Sendable {
  @usableFromInline let upstream = UpstreamLink()

  @inlinable init() {}
}
