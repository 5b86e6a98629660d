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
