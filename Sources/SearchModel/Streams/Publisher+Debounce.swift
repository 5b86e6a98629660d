import Reactive

extension Publisher where Output: Sendable, Failure == Never {
  /// Passes on a value when nothing newer has come for as long as that value has to rest.
  ///
  /// Like `debounce(for:scheduler:)`, but each value brings its own time.
  func debounce<Context: Scheduler>(
    scheduler: Context,
    for rest: @escaping @Sendable (Output) -> Duration
  ) -> some Publisher<Output, Never> {
    map { value in Alarm(value, after: rest(value), scheduler: scheduler) }
      .switchToLatest()
  }
}

extension SchedulerTimeIntervalConvertible {
  /// The same length; what is longer than a year is a year.
  static func duration(_ duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    guard seconds < 31_536_000 else { return .seconds(31_536_000) }
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
