/// A length of time that can be made from the usual units.
package protocol SchedulerTimeIntervalConvertible {
  static func seconds(_ s: Int) -> Self
  static func seconds(_ s: Double) -> Self
  static func milliseconds(_ ms: Int) -> Self
  static func microseconds(_ us: Int) -> Self
  static func nanoseconds(_ ns: Int) -> Self
}

/// A length of time in whole nanoseconds; arithmetic saturates, and integer literals are seconds.
package struct NanosecondStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
  Hashable, Sendable
{
  /// The nanoseconds, with their sign.
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

  /// Zero: the product of two lengths of time is not a length of time.
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

/// Runs closures at a time, on a thread of its choice.
///
/// The only source of time and of other threads in this module. `Sendable`, because an operator
/// calls it from whichever thread its values arrive on.
package protocol Scheduler<SchedulerTimeType>: Sendable {
  /// A point in time.
  associatedtype SchedulerTimeType: Strideable, Sendable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible & Sendable

  /// The present.
  var now: SchedulerTimeType { get }

  /// Runs a closure as soon as possible.
  func schedule(_ action: @escaping @Sendable () -> Void)

  /// Runs a closure at a time or later.
  func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void)

  /// Runs a closure at a time and then again after every interval, until canceled.
  func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable
}
