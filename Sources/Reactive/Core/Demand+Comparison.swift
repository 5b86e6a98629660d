extension Subscribers.Demand {
  /// Says whether one demand is smaller; unlimited is the largest.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue < rhs.rawValue
  }

  @inlinable
  func isOrdered(_ count: Int, _ compare: (Int, Int) -> Bool, unlimited: Bool) -> Bool {
    isUnlimited ? unlimited : compare(Int(bitPattern: rawValue), count)
  }

  /// Says whether the demand is more than a count.
  @inlinable
  public static func > (lhs: Self, rhs: Int) -> Bool {
    lhs.isOrdered(rhs, >, unlimited: true)
  }

  /// Says whether the demand is at least a count.
  @inlinable
  public static func >= (lhs: Self, rhs: Int) -> Bool {
    lhs.isOrdered(rhs, >=, unlimited: true)
  }

  /// Says whether the demand is less than a count.
  @inlinable
  public static func < (lhs: Self, rhs: Int) -> Bool {
    lhs.isOrdered(rhs, <, unlimited: false)
  }

  /// Says whether the demand is at most a count.
  @inlinable
  public static func <= (lhs: Self, rhs: Int) -> Bool {
    lhs.isOrdered(rhs, <=, unlimited: false)
  }

  /// Says whether the demand is exactly a count.
  @inlinable
  public static func == (lhs: Self, rhs: Int) -> Bool {
    lhs.isOrdered(rhs, ==, unlimited: false)
  }

  /// Says whether the demand is not a count.
  @inlinable
  public static func != (lhs: Self, rhs: Int) -> Bool {
    !(lhs == rhs)
  }

  /// Says whether a count is more than the demand.
  @inlinable
  public static func > (lhs: Int, rhs: Self) -> Bool {
    rhs < lhs
  }

  /// Says whether a count is at least the demand.
  @inlinable
  public static func >= (lhs: Int, rhs: Self) -> Bool {
    rhs <= lhs
  }

  /// Says whether a count is less than the demand.
  @inlinable
  public static func < (lhs: Int, rhs: Self) -> Bool {
    rhs > lhs
  }

  /// Says whether a count is at most the demand.
  @inlinable
  public static func <= (lhs: Int, rhs: Self) -> Bool {
    rhs >= lhs
  }

  /// Says whether a count is exactly the demand.
  @inlinable
  public static func == (lhs: Int, rhs: Self) -> Bool {
    rhs == lhs
  }

  /// Says whether a count is not the demand.
  @inlinable
  public static func != (lhs: Int, rhs: Self) -> Bool {
    !(rhs == lhs)
  }

  /// Traps on a request for nothing, as every source does.
  @inlinable
  func requireSome() {
    precondition(rawValue != 0, "a request must ask for at least one value")
  }
}
