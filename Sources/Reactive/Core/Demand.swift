extension Subscribers {
  /// A number of values that a subscriber is ready for: any count, or unlimited.
  ///
  /// Demand is never negative; creating a negative one traps.
  package struct Demand: Hashable, Comparable, Sendable {
    /// The count, or `nil` for unlimited.
    package let max: Int?

    /// As many values as there are.
    package static let unlimited = Demand(max: nil)

    /// No value: valid as an answer to a value, not as a request.
    package static let none = Demand(max: 0)

    /// At most this many values; traps below zero.
    package static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "a demand cannot be negative")
      return Demand(max: value)
    }

    /// Whether one demand is smaller; unlimited is the largest.
    package static func < (lhs: Demand, rhs: Demand) -> Bool {
      guard let left = lhs.max else { return false }
      return rhs.max.map { left < $0 } ?? true
    }

    /// Adds two demands; unlimited stays unlimited.
    package static func + (lhs: Demand, rhs: Demand) -> Demand {
      rhs.max.map { lhs + $0 } ?? .unlimited
    }

    /// Adds a count; too much becomes unlimited.
    package static func + (lhs: Demand, rhs: Int) -> Demand {
      guard let left = lhs.max else { return .unlimited }
      let (sum, overflow) = left.addingReportingOverflow(rhs)
      return overflow ? .unlimited : .max(sum)
    }

    /// Multiplies by a count; too much becomes unlimited.
    package static func * (lhs: Demand, rhs: Int) -> Demand {
      guard let left = lhs.max else { return .unlimited }
      let (product, overflow) = left.multipliedReportingOverflow(by: rhs)
      return overflow ? .unlimited : .max(product)
    }

    /// Subtracts a demand; traps below zero, except that anything less unlimited is none.
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

    /// Traps on a request for nothing, as every source does.
    func assertNonZero() {
      precondition(self != .none, "a request must ask for at least one value")
    }
  }
}
