@preconcurrency public import Dispatch

/// Dispatch queues as schedulers: the only file that knows Dispatch.
extension DispatchQueue: Scheduler {
  /// A point in time on the queue's clock, which stands still while the machine sleeps.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    /// The time as Dispatch has it.
    public var dispatchTime: DispatchTime

    /// Makes a time from Dispatch's.
    public init(_ time: DispatchTime) {
      dispatchTime = time
    }

    /// Reads the nanoseconds since the machine started.
    public init(from decoder: any Decoder) throws {
      let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
      dispatchTime = DispatchTime(uptimeNanoseconds: nanoseconds)
    }

    /// Writes the nanoseconds since the machine started.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }

    /// The time from here to another; as long as can be if that cannot be said.
    public func distance(to other: SchedulerTimeType) -> Stride {
      let length = Int128(other.dispatchTime.rawValue) - Int128(dispatchTime.rawValue)
      return .nanoseconds(Int(exactly: length) ?? .max)
    }

    /// The time some way from here.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      n.magnitude == .max ? Self(.distantFuture) : Self(dispatchTime + n.timeInterval)
    }

    /// Hashes the time.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(dispatchTime.rawValue)
    }

    /// A length of time in nanoseconds.
    public struct Stride: NanosecondStride, Codable {
      /// The nanoseconds, with their sign.
      public var magnitude: Int

      private enum CodingKeys: String, CodingKey {
        case magnitude = "_nanoseconds"
      }

      /// Makes a length of nanoseconds.
      public init(magnitude: Int) {
        self.magnitude = magnitude
      }

      /// Makes a length from Dispatch's.
      public init(_ timeInterval: DispatchTimeInterval) {
        switch timeInterval {
        case .seconds(let count): self = .seconds(count)
        case .milliseconds(let count): self = .milliseconds(count)
        case .microseconds(let count): self = .microseconds(count)
        case .nanoseconds(let count): self = .nanoseconds(count)
        case .never: self = .nanoseconds(.max)
        @unknown default:
          let here = DispatchTime(uptimeNanoseconds: .max / 13)
          self = SchedulerTimeType(here).distance(to: SchedulerTimeType(here + timeInterval))
        }
      }

      /// The length as Dispatch has it.
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }
    }
  }

  /// Options for one closure.
  public struct SchedulerOptions: Sendable {
    /// How urgent it is.
    public var qos: DispatchQoS

    /// How it runs.
    public var flags: DispatchWorkItemFlags

    /// The group it belongs to.
    public var group: DispatchGroup?

    /// Makes options; without arguments, the usual ones.
    public init(
      qos: DispatchQoS = .unspecified,
      flags: DispatchWorkItemFlags = [],
      group: DispatchGroup? = nil
    ) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// The present.
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

  /// Runs a closure on the queue.
  @preconcurrency
  public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
    guard let options else { return async(execute: action) }
    async(group: options.group, qos: options.qos, flags: options.flags, execute: action)
  }

  /// Runs a closure on the queue at a time or later.
  @preconcurrency public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    let options = options ?? SchedulerOptions()
    asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags, execute: action)
  }

  /// Runs a closure on the queue at a time and after every interval, until cancelled.
  @preconcurrency public func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let options = options ?? SchedulerOptions()
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.setEventHandler(qos: options.qos, flags: options.flags, handler: action)
    timer.schedule(
      deadline: date.dispatchTime,
      repeating: interval.timeInterval,
      leeway: tolerance.timeInterval
    )
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }

  /// Runs a closure on the queue at a time, unless it is cancelled or put off before.
  public func scheduleTimer(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride?,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) -> any SchedulerTimer<SchedulerTimeType> {
    SingleShotTimer(self, date.dispatchTime, leeway: tolerance.timeInterval, options, action)
  }
}

/// A dispatch timer that goes off once and can be moved.
///
/// A move to a later time only writes the time down: the timer goes off at the old one, sees that
/// it is early, and waits for the rest. A thousand moves cost a few wake-ups.
private final class SingleShotTimer: SchedulerTimer {
  /// The closure is there until it runs or is cancelled.
  private let state: Locked<(action: (@Sendable () -> Void)?, deadline: DispatchTime)>
  private let source: any DispatchSourceTimer
  private let leeway: DispatchTimeInterval

  init(
    _ queue: DispatchQueue,
    _ deadline: DispatchTime,
    leeway: DispatchTimeInterval,
    _ options: DispatchQueue.SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    state = Locked((action, deadline))
    source = DispatchSource.makeTimerSource(queue: queue)
    self.leeway = leeway
    let options = options ?? DispatchQueue.SchedulerOptions()
    source.setEventHandler(qos: options.qos, flags: options.flags) { [self] in fire() }
    source.schedule(deadline: deadline, leeway: leeway)
    source.resume()
  }

  /// Puts off what waits; `false` if the timer has gone off or the new time is earlier.
  func move(to date: DispatchQueue.SchedulerTimeType) -> Bool {
    state.withLock { state in
      guard state.action != nil, date.dispatchTime >= state.deadline else { return false }
      state.deadline = date.dispatchTime
      return true
    }
  }

  func cancel() {
    _ = state.withLock { $0.action.take() }
    source.cancel()
  }

  private func fire() {
    let (action, deadline) = state.withLock { state in
      let isEarly = DispatchTime.now() < state.deadline
      return isEarly ? (nil, state.deadline) : (state.action.take(), nil)
    }
    if let deadline { return source.schedule(deadline: deadline, leeway: leeway) }
    source.cancel()
    action?()
  }
}
