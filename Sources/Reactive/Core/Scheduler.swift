/// An interval that can be created from the usual units.
package protocol SchedulerTimeIntervalConvertible {
  static func seconds(_ s: Int) -> Self
  static func seconds(_ s: Double) -> Self
  static func milliseconds(_ ms: Int) -> Self
  static func microseconds(_ us: Int) -> Self
  static func nanoseconds(_ ns: Int) -> Self
}

/// An interval in whole nanoseconds; arithmetic saturates, and integer literals are seconds.
package struct NanosecondStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
  Hashable, Sendable
{
  /// The nanoseconds, including their sign.
  package var magnitude: Int

  package init(magnitude: Int) { self.magnitude = magnitude }

  package init(integerLiteral value: Int) { self = .seconds(value) }

  package init?<T: BinaryInteger>(exactly source: T) {
    guard let value = Int(exactly: source) else { return nil }
    self = .seconds(value)
  }

  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

  package static func + (lhs: Self, rhs: Self) -> Self {
    .nanoseconds(Int(clamping: Int128(lhs.magnitude) + Int128(rhs.magnitude)))
  }

  package static func - (lhs: Self, rhs: Self) -> Self {
    .nanoseconds(Int(clamping: Int128(lhs.magnitude) - Int128(rhs.magnitude)))
  }

  /// Zero, because the product of two intervals is not an interval.
  package static func * (lhs: Self, rhs: Self) -> Self { .nanoseconds(0) }

  package static func *= (lhs: inout Self, rhs: Self) { lhs.magnitude = 0 }

  /// A number of seconds, with fractions.
  package static func seconds(_ s: Double) -> Self {
    let nanoseconds = (s * 1_000_000_000).rounded(.towardZero)
    if nanoseconds.isNaN { return .nanoseconds(0) }
    return .nanoseconds(Int(exactly: nanoseconds) ?? (nanoseconds > 0 ? .max : .min))
  }

  package static func seconds(_ s: Int) -> Self { scaled(s, by: 1_000_000_000) }

  package static func milliseconds(_ ms: Int) -> Self { scaled(ms, by: 1_000_000) }

  package static func microseconds(_ us: Int) -> Self { scaled(us, by: 1_000) }

  package static func nanoseconds(_ ns: Int) -> Self { Self(magnitude: ns) }

  private static func scaled(_ value: Int, by unit: Int) -> Self {
    .nanoseconds(Int(clamping: Int128(value) * Int128(unit)))
  }
}

/// A type that runs closures at given times, on a thread of its choice.
///
/// This is the module's only source of time and other threads. It is `Sendable` because an operator
/// calls it from whichever thread its values arrive on.
package protocol Scheduler<SchedulerTimeType>: Sendable {
  /// A point in time.
  associatedtype SchedulerTimeType: Strideable, Sendable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible & Sendable

  /// The current time.
  var now: SchedulerTimeType { get }

  /// Runs a closure as soon as possible.
  func schedule(_ action: @escaping @Sendable () -> Void)

  /// Runs a closure at a given time or later.
  func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void)

  /// Runs a closure at a given time and again after every interval, until canceled.
  func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable
}
