import System

/// A subscriber's hold on its upstream: the first subscription counts, until it is closed.
struct UpstreamLink: Sendable {
  enum State: Sendable {
    case awaited
    case open(any Subscription)
    case closed

    var subscription: (any Subscription)? {
      if case .open(let subscription) = self { subscription } else { nil }
    }

    var isOpen: Bool { if case .open = self { true } else { false } }

    /// Keeps the first subscription; `false` for any other.
    mutating func open(_ new: any Subscription) -> Bool {
      guard case .awaited = self else { return false }
      self = .open(new)
      return true
    }

    /// Ends the connection; returns the subscription to the one caller who did.
    mutating func close() -> (any Subscription)? { exchange(&self, with: .closed).subscription }
  }

  private let state = Guarded(State.awaited)

  var isOpen: Bool { state.withLock { $0.isOpen } }
  var subscription: (any Subscription)? { state.withLock { $0.subscription } }

  /// Keeps the first subscription; cancels any other and returns `false`.
  func open(_ new: any Subscription) -> Bool {
    let isFirst = state.withLock { $0.open(new) }
    if !isFirst { new.cancel() }
    return isFirst
  }

  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }

  /// Ends the connection; returns the subscription to the one caller who did.
  @discardableResult func close() -> (any Subscription)? { state.withLock { $0.close() } }
}
