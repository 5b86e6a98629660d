public import Synchronization

/// What a subscriber has asked for and not yet been given, counted without a lock.
///
/// `Int.max` stands for unlimited and never changes again except to closed.
@usableFromInline @frozen struct DemandCounter: ~Copyable, Sendable {
  @usableFromInline let count = Atomic<Int>(0)

  @inlinable static var unlimited: Int { .max }
  @inlinable static var closed: Int { -1 }

  @inlinable init() {}

  @inlinable var isClosed: Bool { count.load(ordering: .acquiring) == DemandCounter.closed }

  /// Takes one from the demand; `false` when there is none.
  @inlinable borrowing func spend() -> Bool {
    let current = count.load(ordering: .acquiring)
    return current == DemandCounter.unlimited || spendCounted(current)
  }

  @inlinable borrowing func spendCounted(_ seen: Int) -> Bool {
    var current = seen
    while current > 0 {
      if current == DemandCounter.unlimited { return true }
      let result = count.compareExchange(
        expected: current,
        desired: current - 1,
        ordering: .acquiringAndReleasing
      )
      if result.exchanged { return true }
      current = result.original
    }
    return false
  }

  /// Adds to the demand; `false` when it is closed.
  @discardableResult
  @inlinable borrowing func add(_ demand: Subscribers.Demand) -> Bool {
    if demand == .none { return true }
    var current = count.load(ordering: .relaxed)
    while current != DemandCounter.closed {
      if current == DemandCounter.unlimited { return true }
      let (sum, overflow) = current.addingReportingOverflow(demand.max ?? DemandCounter.unlimited)
      let result = count.compareExchange(
        expected: current,
        desired: overflow ? DemandCounter.unlimited : sum,
        ordering: .acquiringAndReleasing
      )
      if result.exchanged { return true }
      current = result.original
    }
    return false
  }

  /// Ends the demand for good; `true` for the one caller who did.
  @inlinable borrowing func close() -> Bool {
    count.exchange(DemandCounter.closed, ordering: .acquiringAndReleasing) != DemandCounter.closed
  }
}
