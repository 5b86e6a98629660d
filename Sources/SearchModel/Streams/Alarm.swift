import Locking
import Reactive

/// A publisher of one value, some time after it is subscribed to.
///
/// Unlike `Just(value).delay(…)`, cancelling takes the timer back: nothing wakes for a value that
/// nobody waits for any more.
struct Alarm<Output: Sendable, Context: Scheduler>: Publisher {
  typealias Failure = Never

  let output: Output
  let wait: Duration
  let scheduler: Context

  init(_ output: Output, after wait: Duration, scheduler: Context) {
    self.output = output
    self.wait = wait
    self.scheduler = scheduler
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(subscription: Ringing(AnySubscriber(subscriber), self))
  }
}

extension Alarm {
  /// Waits, rings once, and lets go of everything.
  private final class Ringing: Subscription {
    private struct State {
      var subscriber: AnySubscriber<Output, Never>?
      var timer: (any Cancellable)?
      var isSet = false
    }

    private let state: Guarded<State>
    private let alarm: Alarm

    init(_ subscriber: AnySubscriber<Output, Never>, _ alarm: Alarm) {
      state = Guarded(State(subscriber: subscriber))
      self.alarm = alarm
    }

    func request(_ demand: Subscribers.Demand) {
      let isFirst = state.withLock { state in
        defer { state.isSet = true }
        return !state.isSet && state.subscriber != nil
      }
      if isFirst { start() }
    }

    func cancel() {
      take()
    }

    /// The interval is never waited for: ringing cancels.
    private func start() {
      let scheduler = alarm.scheduler
      let timer = scheduler.schedule(
        after: scheduler.now.advanced(by: .duration(alarm.wait)),
        interval: .seconds(3_600)
      ) { [self] in ring() }
      let isOver = state.withLock { state in
        if state.subscriber != nil { state.timer = timer }
        return state.subscriber == nil
      }
      if isOver { timer.cancel() }
    }

    private func ring() {
      guard let subscriber = take() else { return }
      _ = subscriber.receive(alarm.output)
      subscriber.receive(completion: .finished)
    }

    /// Takes the subscriber out, which one caller alone can, and the timer back.
    @discardableResult
    private func take() -> AnySubscriber<Output, Never>? {
      let last = state.withLock { state in
        defer { (state.subscriber, state.timer) = (nil, nil) }
        return state
      }
      last.timer?.cancel()
      return last.subscriber
    }
  }
}
