/// An activity that can be stopped.
///
/// `cancel()` may be called from any thread, any number of times; only the first call counts.
@preconcurrency
public protocol Cancellable: Sendable {
  /// Stops the activity and lets go of everything it held.
  func cancel()
}

extension Cancellable {
  /// Keeps the activity alive in a collection, until it is removed from there.
  public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
  where Cancellables.Element == AnyCancellable {
    AnyCancellable(self).store(in: &collection)
  }

  /// Keeps the activity alive in a set, until it is removed from there.
  public func store(in set: inout Set<AnyCancellable>) {
    AnyCancellable(self).store(in: &set)
  }
}
