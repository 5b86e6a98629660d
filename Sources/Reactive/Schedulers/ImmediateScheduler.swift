/// A scheduler that runs everything at once, on the caller's thread.
///
/// Time stands still: what is scheduled for later runs now, and what repeats runs once. For tests
/// of chains whose scheduler does not matter; where time does, use the virtual clock of
/// `ReactiveTesting`.
public struct ImmediateScheduler: Scheduler {
  /// The only point in time.
  public struct SchedulerTimeType: Strideable, Sendable {
    /// The distance to another time, which is zero.
    public func distance(to other: SchedulerTimeType) -> Stride { 0 }

    /// The same time.
    public func advanced(by n: Stride) -> SchedulerTimeType { self }

    /// A length of time, which does not matter: every unit makes zero of its number.
    public struct Stride: NanosecondStride, Codable {
      /// The number it was made from.
      public var magnitude: Int

      /// Makes a stride of a number.
      public init(magnitude: Int) {
        self.magnitude = magnitude
      }

      /// Makes a stride of a number.
      public init(_ value: Int) {
        magnitude = value
      }

      /// Makes a stride of a literal.
      public init(integerLiteral value: Int) {
        magnitude = value
      }

      /// Makes a stride of a literal.
      public init(floatLiteral value: Double) {
        magnitude = Int(value)
      }

      /// Multiplies two strides.
      public static func * (lhs: Stride, rhs: Stride) -> Stride {
        Stride(lhs.magnitude * rhs.magnitude)
      }

      /// Multiplies by a stride.
      public static func *= (lhs: inout Stride, rhs: Stride) { lhs.magnitude *= rhs.magnitude }

      /// Zero, whatever the number.
      public static func nanoseconds(_ ns: Int) -> Stride { 0 }
    }
  }

  /// There are no options.
  public typealias SchedulerOptions = Never

  /// The scheduler.
  public static let shared = ImmediateScheduler()

  /// The only point in time.
  public var now: SchedulerTimeType { SchedulerTimeType() }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs a closure now.
  @preconcurrency public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    action()
  }

  /// Runs a closure now.
  @preconcurrency public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    action()
  }

  /// Runs a closure now, once.
  @preconcurrency public func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}
