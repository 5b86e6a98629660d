import System

/// The state of a subscriber's upstream subscription; only the first one counts, until it is
/// closed.
enum SubscriptionStatus: Sendable {
  case awaited
  case open(any Subscription)
  case closed

  var subscription: (any Subscription)? {
    if case .open(let subscription) = self { subscription } else { nil }
  }

  var isOpen: Bool { if case .open = self { true } else { false } }
  var isAwaited: Bool { if case .awaited = self { true } else { false } }
  var isClosed: Bool { if case .closed = self { true } else { false } }

  /// Stores the first subscription; returns `false` for any other.
  mutating func open(_ new: any Subscription) -> Bool {
    guard isAwaited else { return false }
    self = .open(new)
    return true
  }

  /// Ends the connection; returns the subscription to the first caller.
  mutating func close() -> (any Subscription)? { exchange(&self, with: .closed).subscription }
}
