public import Synchronization

/// What a subscriber has asked for and not yet been given, counted without a lock.
///
/// `Int.max` stands for unlimited and never changes again except to closed.
@usableFromInline struct DemandCounter: ~Copyable, Sendable {
  @usableFromInline let count = Atomic<Int>(0)

  @inlinable static var unlimited: Int { .max }
  @inlinable static var closed: Int { -1 }

  @inlinable init() {}

  @inlinable var isClosed: Bool { count.load(ordering: .acquiring) == DemandCounter.closed }

  /// Takes one from the demand; `false` when there is none.
  @inlinable borrowing func spend() -> Bool {
    // Unlimited demand is not counted, nor the rest looked at: a plain load is all it costs.
    count.load(ordering: .acquiring) == DemandCounter.unlimited || takeOne() != nil
  }

  /// Takes one from the demand; returns what is left, or `nil` when there was none.
  @inlinable borrowing func takeOne() -> Int? {
    var current = count.load(ordering: .acquiring)
    while current > 0 {
      if current == DemandCounter.unlimited { return current }
      let result = count.compareExchange(
        expected: current,
        desired: current - 1,
        ordering: .acquiringAndReleasing
      )
      if result.exchanged { return current - 1 }
      current = result.original
    }
    return nil
  }

  /// Adds to the demand; returns what it was before, or `nil` when it is closed.
  @discardableResult @inlinable borrowing func add(_ demand: Subscribers.Demand) -> Int? {
    var current = count.load(ordering: .relaxed)
    while current != DemandCounter.closed {
      if current == DemandCounter.unlimited { return current }
      let (sum, overflow) = current.addingReportingOverflow(demand.max ?? DemandCounter.unlimited)
      let result = count.compareExchange(
        expected: current,
        desired: overflow ? DemandCounter.unlimited : sum,
        ordering: .acquiringAndReleasing
      )
      if result.exchanged { return current }
      current = result.original
    }
    return nil
  }

  /// Ends the demand for good; returns what it was to the one caller who did.
  @discardableResult @inlinable borrowing func close() -> Int? {
    let last = count.exchange(DemandCounter.closed, ordering: .acquiringAndReleasing)
    return last == DemandCounter.closed ? nil : last
  }
}
