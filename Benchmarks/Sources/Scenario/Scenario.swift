/// Something to be timed: it is set up, then run for a number of values.
public struct Scenario {
  /// What is measured.
  public let name: String

  /// How many values one run is.
  public let count: Int

  /// What is asked of it.
  public let goal: Goal

  /// Sets up and returns what is timed.
  public let prepare: () -> () -> Void

  /// Makes a scenario from its parts.
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

/// What is asked of a scenario, beside the other library in the same run.
public struct Goal: Sendable {
  /// How many times the other library's throughput is asked for.
  public let ratio: Double

  /// How many allocations a value are allowed; the few that set a chain up are shared by all.
  public let allocations: Double

  /// A chain of operators without state or time of its own.
  public static let plainChain = Goal(ratio: 4, allocations: 0.001)

  /// Everything else.
  public static let other = Goal(ratio: 2, allocations: .infinity)
}

/// A number that closures on one thread add to.
public final class Total: @unchecked Sendable {
  // @unchecked Sendable because each benchmark delivers on one thread at a time.

  /// The number.
  public var value = 0

  /// Makes a total of zero.
  public init() {}

  /// Adds to it.
  @inline(__always)
  public func add(_ number: Int) {
    value &+= number
  }
}
