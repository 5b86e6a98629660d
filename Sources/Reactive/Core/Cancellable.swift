import System

/// An activity that can be stopped.
///
/// `cancel()` may be called from any thread, any number of times; only the first call counts.
package protocol Cancellable: Sendable {
  /// Stops the activity and releases everything it holds.
  func cancel()
}

extension Cancellable {
  /// Stores this cancellable in a set, which keeps it alive until it is removed.
  package func store(in set: inout Set<AnyCancellable>) {
    set.insert(self as? AnyCancellable ?? AnyCancellable(self))
  }
}

/// A cancellable that cancels when it is released.
package final class AnyCancellable: Cancellable, Hashable {
  private let action: Guarded<(@Sendable () -> Void)?>

  /// Creates a cancellable that calls a closure at most once.
  package init(_ cancel: @escaping @Sendable () -> Void) { action = Guarded(cancel) }

  package init<OtherCancellable: Cancellable>(_ canceler: OtherCancellable) {
    action = Guarded { canceler.cancel() }
  }

  deinit { cancel() }

  package func cancel() { action.withLock { $0.take() }?() }

  package static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
