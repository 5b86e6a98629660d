/// Something to be timed: it is set up, then run for a number of values.
public struct Scenario {
  /// What is measured.
  public let name: String

  /// How many values one run is.
  public let count: Int

  /// Sets up and returns what is timed.
  public let prepare: () -> () -> Void

  /// Makes a scenario from its parts.
  public init(_ name: String, count: Int, _ prepare: @escaping () -> () -> Void) {
    self.name = name
    self.count = count
    self.prepare = prepare
  }
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
