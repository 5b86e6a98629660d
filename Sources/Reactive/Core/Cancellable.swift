import System

/// An activity that can be stopped.
///
/// `cancel()` may be called from any thread, any number of times; only the first call counts.
package protocol Cancellable: Sendable {
  /// Stops the activity and releases everything it held.
  func cancel()
}

extension Cancellable {
  /// Keeps the activity alive in a set, until it is removed from there.
  package func store(in set: inout Set<AnyCancellable>) {
    set.insert(self as? AnyCancellable ?? AnyCancellable(self))
  }
}

/// A cancellable that cancels when the last reference to it goes away.
package final class AnyCancellable: Cancellable, Hashable {
  private let action: Guarded<(@Sendable () -> Void)?>

  /// Creates a cancellable that calls a closure, at most once.
  package init(_ cancel: @escaping @Sendable () -> Void) { action = Guarded(cancel) }

  package init<OtherCancellable: Cancellable>(_ canceller: OtherCancellable) {
    action = Guarded { canceller.cancel() }
  }

  deinit { cancel() }

  package func cancel() { action.withLock { $0.take() }?() }

  package static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
