import Reactive

extension SchedulerTimeIntervalConvertible {
  /// The same length; what is longer than a year is a year.
  static func duration(_ duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    guard seconds < 31_536_000 else { return .seconds(31_536_000) }
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
