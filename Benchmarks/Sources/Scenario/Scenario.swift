/// A timed scenario: its setup, then a run for a number of values.
public struct Scenario {
  /// The name of the measured operation.
  public let name: String

  /// The number of values in one run.
  public let count: Int

  /// The performance goal.
  public let goal: Goal

  /// Sets up and returns the closure to time.
  public let prepare: () -> () -> Void

  /// Creates a scenario.
  public init(
    _ name: String,
    count: Int,
    goal: Goal,
    _ prepare: @escaping () -> () -> Void
  ) {
    self.name = name
    self.count = count
    self.goal = goal
    self.prepare = prepare
  }
}

/// A scenario's goal, relative to the other library in the same run.
public struct Goal: Sendable {
  /// The required throughput, as a multiple of the other library's.
  public let ratio: Double

  /// The maximum number of allocations per value; the few for setting up a chain count for all values
  /// together.
  public let allocations: Double

  /// A chain of operators without state or time of its own.
  public static let plainChain = Goal(ratio: 4, allocations: 0.001)

  /// Everything else.
  public static let other = Goal(ratio: 2, allocations: .infinity)
}

/// A total to which closures on one thread add.
public final class Total: @unchecked Sendable {
  // @unchecked Sendable because each benchmark delivers on one thread at a time.

  /// The total so far.
  public var value = 0

  /// Creates a total of zero.
  public init() {}

  /// Adds to the total.
  @inline(__always)
  public func add(_ number: Int) {
    value &+= number
  }
}
