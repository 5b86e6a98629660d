extension Subscribers {
  /// The number of values that a subscriber is ready for, or unlimited.
  ///
  /// Demand is never negative; creating a negative one traps.
  package struct Demand: Hashable, Comparable, Sendable {
    /// The count, or `nil` for unlimited.
    package let max: Int?

    /// Unlimited demand.
    package static let unlimited = Demand(max: nil)

    /// No values; valid as an answer to a value, but not as a request.
    package static let none = Demand(max: 0)

    /// A limited number of values; traps below zero.
    package static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "demand cannot be negative")
      return Demand(max: value)
    }

    /// Compares two demands; unlimited is the largest.
    package static func < (lhs: Demand, rhs: Demand) -> Bool {
      guard let left = lhs.max else { return false }
      return rhs.max.map { left < $0 } ?? true
    }

    /// Adds two demands; unlimited stays unlimited.
    package static func + (lhs: Demand, rhs: Demand) -> Demand {
      rhs.max.map { lhs + $0 } ?? .unlimited
    }

    /// Adds a count; overflow becomes unlimited.
    package static func + (lhs: Demand, rhs: Int) -> Demand {
      guard let left = lhs.max else { return .unlimited }
      let (sum, overflow) = left.addingReportingOverflow(rhs)
      return overflow ? .unlimited : .max(sum)
    }

    /// Multiplies by a count; overflow becomes unlimited.
    package static func * (lhs: Demand, rhs: Int) -> Demand {
      guard let left = lhs.max else { return .unlimited }
      let (product, overflow) = left.multipliedReportingOverflow(by: rhs)
      return overflow ? .unlimited : .max(product)
    }

    /// Subtracts a demand; traps below zero, but subtracting unlimited from a count is none.
    package static func - (lhs: Demand, rhs: Demand) -> Demand {
      guard lhs != .unlimited else { return .unlimited }
      return rhs.max.map { lhs - $0 } ?? .none
    }

    /// Subtracts a count; traps below zero.
    package static func - (lhs: Demand, rhs: Int) -> Demand {
      lhs.max.map { .max($0 - rhs) } ?? .unlimited
    }

    package static func += (lhs: inout Demand, rhs: Demand) { lhs = lhs + rhs }
    package static func += (lhs: inout Demand, rhs: Int) { lhs = lhs + rhs }
    package static func -= (lhs: inout Demand, rhs: Int) { lhs = lhs - rhs }

    /// Traps on a request for no values, as every source does.
    func assertNonZero() {
      precondition(self != .none, "a request must ask for at least one value")
    }
  }
}
