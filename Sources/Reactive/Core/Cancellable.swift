/// A cancellable that cancels when the last reference to it goes away.
///
/// What `sink` and `assign` return. Keep it in a property, or in a set with
/// ``Cancellable/store(in:)-(Set<AnyCancellable>)``, for as long as the stream is wanted. Cancelling
/// may happen on any thread; only the first time counts.
public final class AnyCancellable: Cancellable, Hashable {
  @usableFromInline let canceller: Locked<(any Cancellable)?>

  /// Makes a cancellable that calls a closure, at most once.
  @preconcurrency public init(_ cancel: @escaping @Sendable () -> Void) {
    canceller = Locked(CancelAction(action: cancel))
  }

  /// Makes a cancellable that stands for another one.
  @inlinable public init<OtherCancellable: Cancellable>(_ canceller: OtherCancellable) {
    self.canceller = Locked(canceller)
  }

  deinit {
    cancel()
  }

  /// Stops the activity; calls after the first do nothing.
  public func cancel() {
    canceller.take()?.cancel()
  }

  /// Says whether two cancellables are the same object.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

private struct CancelAction: Cancellable {
  let action: @Sendable () -> Void

  func cancel() {
    action()
  }
}

/// An activity that can be stopped.
///
/// `cancel()` may be called from any thread, any number of times; only the first call counts.
@preconcurrency public protocol Cancellable: Sendable {
  /// Stops the activity and releases everything it held.
  func cancel()
}

extension Cancellable {
  /// Keeps the activity alive in a collection, until it is removed from there.
  public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
  where Cancellables.Element == AnyCancellable {
    collection.append(self as? AnyCancellable ?? AnyCancellable(self))
  }

  /// Keeps the activity alive in a set, until it is removed from there.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self as? AnyCancellable ?? AnyCancellable(self))
  }
}
