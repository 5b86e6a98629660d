/// A length of time that can be made from the usual units.
public protocol SchedulerTimeIntervalConvertible {
  /// A number of whole seconds.
  static func seconds(_ s: Int) -> Self

  /// A number of seconds, with fractions.
  static func seconds(_ s: Double) -> Self

  /// A number of milliseconds.
  static func milliseconds(_ ms: Int) -> Self

  /// A number of microseconds.
  static func microseconds(_ us: Int) -> Self

  /// A number of nanoseconds.
  static func nanoseconds(_ ns: Int) -> Self
}

/// A length of time that is counted in whole nanoseconds; what is too long is as long as can be.
///
/// A scheduler's `Stride` gets its arithmetic from here. Literals are seconds. Every unit is made
/// by ``SchedulerTimeIntervalConvertible/nanoseconds(_:)``.
public protocol NanosecondStride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
  ExpressibleByFloatLiteral, Hashable, Sendable
where Magnitude == Int, IntegerLiteralType == Int, FloatLiteralType == Double {
  /// The nanoseconds, with their sign.
  var magnitude: Int { get set }

  /// Makes a length of nanoseconds.
  init(magnitude: Int)
}

extension NanosecondStride {
  /// Makes a length of seconds.
  public init(floatLiteral value: Double) { self = .seconds(value) }

  /// Makes a length of seconds.
  public init(integerLiteral value: Int) { self = .seconds(value) }

  /// Makes a length of seconds.
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let value = Int(exactly: source) else { return nil }
    self.init(integerLiteral: value)
  }

  /// Says whether one length is shorter.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

  /// Adds two lengths.
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(magnitude: lhs.magnitude + rhs.magnitude)
  }

  /// Subtracts two lengths.
  public static func - (lhs: Self, rhs: Self) -> Self {
    Self(magnitude: lhs.magnitude - rhs.magnitude)
  }

  /// Zero: the product of two lengths of time is not a length of time.
  public static func * (lhs: Self, rhs: Self) -> Self { Self(magnitude: 0) }

  /// Sets to zero.
  public static func *= (lhs: inout Self, rhs: Self) { lhs.magnitude = 0 }

  /// A number of seconds.
  public static func seconds(_ s: Double) -> Self {
    let nanoseconds = (s * 1_000_000_000).rounded(.towardZero)
    if nanoseconds.isNaN { return .nanoseconds(0) }
    return .nanoseconds(Int(exactly: nanoseconds) ?? (nanoseconds > 0 ? .max : .min))
  }

  /// A number of seconds.
  public static func seconds(_ s: Int) -> Self { scaled(s, by: 1_000_000_000) }

  /// A number of milliseconds.
  public static func milliseconds(_ ms: Int) -> Self { scaled(ms, by: 1_000_000) }

  /// A number of microseconds.
  public static func microseconds(_ us: Int) -> Self { scaled(us, by: 1_000) }

  /// A number of nanoseconds.
  public static func nanoseconds(_ ns: Int) -> Self { Self(magnitude: ns) }

  private static func scaled(_ value: Int, by unit: Int) -> Self {
    .nanoseconds(Int(clamping: Int128(value) * Int128(unit)))
  }
}

/// A type that decides when and on which thread a closure runs.
///
/// The only source of time and of other threads in this module. `Sendable`, because an operator
/// calls it from whichever thread its values arrive on.
@preconcurrency public protocol Scheduler<SchedulerTimeType>: Sendable {
  /// A point in time.
  associatedtype SchedulerTimeType: Strideable, Sendable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible & Sendable

  /// Options for one closure, such as its priority.
  associatedtype SchedulerOptions: Sendable

  /// The present.
  var now: SchedulerTimeType { get }

  /// The smallest inaccuracy that can be asked for.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs a closure as soon as possible.
  func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void)

  /// Runs a closure at a time or later.
  func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  )

  /// Runs a closure at a time and then again after every interval, until cancelled.
  func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable

  /// Runs a closure once at a time, unless it is cancelled or put off before.
  ///
  /// Combine does not have this requirement, and a scheduler need not implement it: without it, a
  /// timer is a call of one of the `schedule` methods, and cannot be put off. A scheduler that can
  /// cancel a single closure, or put one off, does so here.
  ///
  /// - Parameters:
  ///   - date: When to run the closure.
  ///   - interval: Passed on where only a repeating timer can be cancelled; the caller cancels it
  ///     when it has run once. Without it, a closure that was cancelled may still cost a wake-up.
  ///   - tolerance: How inaccurate the time may be.
  ///   - options: Scheduler options for the closure.
  ///   - action: The closure.
  /// - Returns: The timer.
  func scheduleTimer(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride?,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) -> any SchedulerTimer<SchedulerTimeType>
}

/// What a scheduler runs once, and can be asked to run later than it was to.
public protocol SchedulerTimer<SchedulerTimeType>: AnyObject, Cancellable {
  /// A point in time.
  associatedtype SchedulerTimeType

  /// Puts the closure off; `false` if it has run, or a new timer has to be set for that.
  func move(to date: SchedulerTimeType) -> Bool
}

private final class FixedTimer<SchedulerTimeType>: SchedulerTimer {
  private let timer: any Cancellable

  init(_ timer: any Cancellable) {
    self.timer = timer
  }

  func move(to date: SchedulerTimeType) -> Bool { false }
  func cancel() { timer.cancel() }
}

extension Scheduler {
  /// Sets a timer by one of the `schedule` methods.
  public func scheduleTimer(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride?,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) -> any SchedulerTimer<SchedulerTimeType> {
    guard let interval else {
      let single = Locked(Optional(action))
      schedule(after: date, tolerance: tolerance, options: options) { single.take()?() }
      return FixedTimer(AnyCancellable { _ = single.take() })
    }
    return FixedTimer(
      schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    )
  }

  /// Runs a closure as soon as possible.
  @preconcurrency @inlinable public func schedule(_ action: @escaping @Sendable () -> Void) {
    schedule(options: nil, action)
  }

  /// Runs a closure at a time or later; as exactly as can be, if no tolerance is given.
  @preconcurrency @inlinable public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride? = nil,
    _ action: @escaping @Sendable () -> Void
  ) {
    schedule(after: date, tolerance: tolerance ?? minimumTolerance, options: nil, action)
  }

  /// Runs a closure at a time and then again after every interval, until cancelled.
  @preconcurrency @inlinable public func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride? = nil,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let tolerance = tolerance ?? minimumTolerance
    return schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
