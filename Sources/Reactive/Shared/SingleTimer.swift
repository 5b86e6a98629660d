import System

/// A timer that fires once, unless it is canceled first, even before it is started.
///
/// A repeating timer that cancels itself, because schedulers can cancel only those.
final class SingleTimer: Cancellable {
  private struct State: Sendable {
    var isOver = false
    var action: (@Sendable () -> Void)?
    var timer: (any Cancellable)?
  }

  private let state = Guarded(State())

  func start<Context: Scheduler>(
    on scheduler: Context,
    at date: Context.SchedulerTimeType,
    _ action: @escaping @Sendable () -> Void
  ) {
    state.withLock { if !$0.isOver { $0.action = action } }
    let timer = scheduler.schedule(after: date, interval: .seconds(1)) { [self] in
      let last = take()
      last.timer?.cancel()
      last.action?()
    }
    let isOver = state.withLock { state in
      if !state.isOver { state.timer = timer }
      return state.isOver
    }
    if isOver { timer.cancel() }
  }

  func cancel() { take().timer?.cancel() }

  private func take() -> State { state.withLock { exchange(&$0, with: State(isOver: true)) } }
}
