public import Synchronization

/// Something that is used by serial deliveries and let go of from any thread.
///
/// Letting go must not pull it from under a delivery on another thread. So a delivery marks the
/// thing as in use, which orders it against the flag that says that it is over; whoever comes last
/// lets go. A lock would cost a delivery twice as much. A use that ends in the very moment in which
/// another thread says that it is over may be seen by neither; then the owner's end lets go.
///
/// ```
///  delivery: inUse = true ── over? ── use ── inUse = false ── over? let go
///  end:      over = true  ── inUse? leave it to the delivery : let go
/// ```
@usableFromInline
@frozen
struct Tenancy: ~Copyable, Sendable {
  @usableFromInline let inUse = Atomic<Bool>(false)
  @usableFromInline let over = Atomic<Bool>(false)
  @usableFromInline let released = Atomic<Bool>(false)

  @inlinable
  init() {}

  /// Begins a use; `false` when it is over.
  @inlinable
  borrowing func begin() -> Bool {
    _ = inUse.exchange(true, ordering: .sequentiallyConsistent)
    guard over.load(ordering: .sequentiallyConsistent) else { return true }
    inUse.store(false, ordering: .sequentiallyConsistent)
    return false
  }

  /// Ends a use; `true` when the caller has to let go, because it became over meanwhile.
  @inlinable
  borrowing func end() -> Bool {
    inUse.store(false, ordering: .releasing)
    return over.load(ordering: .acquiring) && claim()
  }

  /// Says that it is over; `true` when the caller has to let go.
  @inlinable
  borrowing func finish() -> Bool {
    over.store(true, ordering: .sequentiallyConsistent)
    return !inUse.load(ordering: .sequentiallyConsistent) && claim()
  }

  @usableFromInline
  borrowing func claim() -> Bool {
    !released.exchange(true, ordering: .acquiringAndReleasing)
  }
}
