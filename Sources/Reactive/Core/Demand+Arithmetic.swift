extension Subscribers.Demand {
  @inlinable
  func combined(
    with other: Int,
    onOverflow: Subscribers.Demand,
    _ operation: (Int) -> (Int) -> (partialValue: Int, overflow: Bool)
  ) -> Subscribers.Demand {
    guard !isUnlimited else { return .unlimited }
    let (result, overflow) = operation(Int(bitPattern: rawValue))(other)
    return overflow ? onOverflow : .max(result)
  }

  /// Adds two demands.
  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self {
    guard let count = rhs.max else { return .unlimited }
    return lhs + count
  }

  /// Adds a demand.
  @inlinable
  public static func += (lhs: inout Self, rhs: Self) {
    lhs = lhs + rhs
  }

  /// Adds a count.
  @inlinable
  public static func + (lhs: Self, rhs: Int) -> Self {
    lhs.combined(with: rhs, onOverflow: .unlimited, { $0.addingReportingOverflow })
  }

  /// Adds a count.
  @inlinable
  public static func += (lhs: inout Self, rhs: Int) {
    lhs = lhs + rhs
  }

  /// Multiplies by a count; too much becomes unlimited.
  @inlinable
  public static func * (lhs: Self, rhs: Int) -> Self {
    lhs.combined(with: rhs, onOverflow: .unlimited) { $0.multipliedReportingOverflow }
  }

  /// Multiplies by a count.
  @inlinable
  public static func *= (lhs: inout Self, rhs: Int) {
    lhs = lhs * rhs
  }

  /// Subtracts a demand; traps below zero, except that anything less unlimited is none.
  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self {
    guard !lhs.isUnlimited else { return .unlimited }
    guard let count = rhs.max else { return .none }
    return lhs - count
  }

  /// Subtracts a demand.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Self) {
    lhs = lhs - rhs
  }

  /// Subtracts a count; traps below zero.
  @inlinable
  public static func - (lhs: Self, rhs: Int) -> Self {
    lhs.combined(with: rhs, onOverflow: .none, { $0.subtractingReportingOverflow })
  }

  /// Subtracts a count.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Int) {
    lhs = lhs - rhs
  }
}
