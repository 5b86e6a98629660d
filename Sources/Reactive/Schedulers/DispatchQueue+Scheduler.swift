@preconcurrency package import Dispatch

/// Dispatch queues as schedulers; the only file that uses Dispatch.
extension DispatchQueue: Scheduler {
  /// A point in time on the queue's clock, which pauses while the machine sleeps.
  package struct SchedulerTimeType: Strideable, Sendable {
    /// The time as Dispatch represents it.
    package var dispatchTime: DispatchTime

    /// Creates a time from a Dispatch time.
    package init(_ time: DispatchTime) { dispatchTime = time }

    /// The interval from this time to another; the maximum if it overflows.
    package func distance(to other: SchedulerTimeType) -> NanosecondStride {
      let length = Int128(other.dispatchTime.rawValue) - Int128(dispatchTime.rawValue)
      return .nanoseconds(Int(exactly: length) ?? .max)
    }

    package func advanced(by n: NanosecondStride) -> SchedulerTimeType {
      n.magnitude == .max ? Self(.distantFuture) : Self(dispatchTime + .nanoseconds(n.magnitude))
    }
  }

  package var now: SchedulerTimeType { SchedulerTimeType(.now()) }

  package func schedule(_ action: @escaping @Sendable () -> Void) { async(execute: action) }

  package func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void) {
    asyncAfter(deadline: date.dispatchTime, execute: action)
  }

  /// Runs a closure on the queue at a given time and then after every interval, until canceled.
  package func schedule(
    after date: SchedulerTimeType,
    interval: NanosecondStride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.setEventHandler(handler: action)
    timer.schedule(deadline: date.dispatchTime, repeating: .nanoseconds(interval.magnitude))
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }
}
