extension Subscribers {
  /// A number of values that a subscriber is ready for: any count, or unlimited.
  ///
  /// Demand is never negative; making a negative one traps. Adding to unlimited stays unlimited.
  public struct Demand: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    @usableFromInline let rawValue: UInt

    @inlinable static var unlimitedRawValue: UInt { UInt(Int.max) + 1 }

    @inlinable init(rawValue: UInt) {
      self.rawValue = Swift.min(Demand.unlimitedRawValue, rawValue)
    }

    /// As many values as there are.
    @inlinable public static var unlimited: Demand { Demand(rawValue: .max) }

    /// No value.
    ///
    /// Not to be requested, only to be returned from `receive(_:)`.
    @inlinable public static var none: Demand { Demand(rawValue: 0) }

    /// At most this many values; traps below zero.
    @inlinable public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "a demand cannot be negative")
      return Demand(rawValue: UInt(bitPattern: value))
    }

    /// The count, or `nil` for unlimited.
    @inlinable public var max: Int? { isUnlimited ? nil : Int(bitPattern: rawValue) }

    @inlinable var isUnlimited: Bool { rawValue == Demand.unlimitedRawValue }

    /// The count in words: `max(3)` or `unlimited`.
    public var description: String { isUnlimited ? "unlimited" : "max(\(rawValue))" }

    /// Reads a demand written as one number.
    public init(from decoder: any Decoder) throws {
      self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
    }

    /// Writes the demand as one number.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }
}

extension Subscribers.Demand {
  @inlinable func combined(
    with other: Int,
    onOverflow: Subscribers.Demand,
    _ operation: (Int) -> (Int) -> (partialValue: Int, overflow: Bool)
  ) -> Subscribers.Demand {
    guard !isUnlimited else { return .unlimited }
    let (result, overflow) = operation(Int(bitPattern: rawValue))(other)
    return overflow ? onOverflow : .max(result)
  }

  /// Adds two demands.
  @inlinable public static func + (lhs: Self, rhs: Self) -> Self {
    rhs.max.map { lhs + $0 } ?? .unlimited
  }

  /// Adds a demand.
  @inlinable public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

  /// Adds a count.
  @inlinable public static func + (lhs: Self, rhs: Int) -> Self {
    lhs.combined(with: rhs, onOverflow: .unlimited, { $0.addingReportingOverflow })
  }

  /// Adds a count.
  @inlinable public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

  /// Multiplies by a count; too much becomes unlimited.
  @inlinable public static func * (lhs: Self, rhs: Int) -> Self {
    lhs.combined(with: rhs, onOverflow: .unlimited) { $0.multipliedReportingOverflow }
  }

  /// Multiplies by a count.
  @inlinable public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

  /// Subtracts a demand; traps below zero, except that anything less unlimited is none.
  @inlinable public static func - (lhs: Self, rhs: Self) -> Self {
    lhs.isUnlimited ? .unlimited : rhs.max.map { lhs - $0 } ?? .none
  }

  /// Subtracts a demand.
  @inlinable public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

  /// Subtracts a count; traps below zero.
  @inlinable public static func - (lhs: Self, rhs: Int) -> Self {
    lhs.combined(with: rhs, onOverflow: .none, { $0.subtractingReportingOverflow })
  }

  /// Subtracts a count.
  @inlinable public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }

  /// Says whether one demand is smaller; unlimited is the largest.
  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// Says whether the demand is more than a count.
  @inlinable public static func > (lhs: Self, rhs: Int) -> Bool { lhs.rawValue > rhs }

  /// Says whether the demand is at least a count.
  @inlinable public static func >= (lhs: Self, rhs: Int) -> Bool { lhs.rawValue >= rhs }

  /// Says whether the demand is less than a count.
  @inlinable public static func < (lhs: Self, rhs: Int) -> Bool { lhs.rawValue < rhs }

  /// Says whether the demand is at most a count.
  @inlinable public static func <= (lhs: Self, rhs: Int) -> Bool { lhs.rawValue <= rhs }

  /// Says whether the demand is exactly a count.
  @inlinable public static func == (lhs: Self, rhs: Int) -> Bool { lhs.rawValue == rhs }

  /// Says whether the demand is not a count.
  @inlinable public static func != (lhs: Self, rhs: Int) -> Bool { lhs.rawValue != rhs }

  /// Says whether a count is more than the demand.
  @inlinable public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }

  /// Says whether a count is at least the demand.
  @inlinable public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }

  /// Says whether a count is less than the demand.
  @inlinable public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }

  /// Says whether a count is at most the demand.
  @inlinable public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }

  /// Says whether a count is exactly the demand.
  @inlinable public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }

  /// Says whether a count is not the demand.
  @inlinable public static func != (lhs: Int, rhs: Self) -> Bool { rhs != lhs }

  /// Traps on a request for nothing, as every source does.
  @inlinable func assertNonZero() {
    precondition(rawValue != 0, "a request must ask for at least one value")
  }
}
