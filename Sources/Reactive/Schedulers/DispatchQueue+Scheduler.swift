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
      let (start, end) = (dispatchTime.rawValue, other.dispatchTime.rawValue)
      let isAhead = end >= start
      guard let length = Int(exactly: isAhead ? end - start : start - end) else {
        return .nanoseconds(.max)
      }
      return .nanoseconds(isAhead ? length : -length)
    }

    /// The time some way from here.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      n.magnitude == .max ? Self(.distantFuture) : Self(dispatchTime + n.timeInterval)
    }

    /// Hashes the time.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(dispatchTime.rawValue)
    }

    /// A length of time in nanoseconds; what is too long to count is as long as can be.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
      ExpressibleByFloatLiteral, Hashable, Codable, Sendable
    {
      /// The nanoseconds, with their sign.
      public var magnitude: Int

      private enum CodingKeys: String, CodingKey {
        case magnitude = "_nanoseconds"
      }

      /// The length as Dispatch has it.
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

      /// Makes a length from Dispatch's.
      public init(_ timeInterval: DispatchTimeInterval) {
        switch timeInterval {
        case .seconds(let count): self = .seconds(count)
        case .milliseconds(let count): self = .milliseconds(count)
        case .microseconds(let count): self = .microseconds(count)
        case .nanoseconds(let count): self = .nanoseconds(count)
        case .never: self = .nanoseconds(.max)
        @unknown default: self = .measured(timeInterval)
        }
      }

      /// Makes a length of seconds.
      public init(floatLiteral value: Double) {
        self = .seconds(value)
      }

      /// Makes a length of seconds.
      public init(integerLiteral value: Int) {
        self = .seconds(value)
      }

      /// Makes a length of seconds.
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = Int(exactly: source) else { return nil }
        self = .seconds(value)
      }

      private init(magnitude: Int) {
        self.magnitude = magnitude
      }

      /// Measures what Dispatch makes of a length of a kind not known here.
      private static func measured(_ interval: DispatchTimeInterval) -> Stride {
        let here = DispatchTime(uptimeNanoseconds: .max / 13)
        return SchedulerTimeType(here).distance(to: SchedulerTimeType(here + interval))
      }

      private static func scaled(_ value: Int, by unit: Int) -> Stride {
        let (product, overflow) = value.multipliedReportingOverflow(by: unit)
        guard overflow else { return Stride(magnitude: product) }
        return Stride(magnitude: value > 0 ? .max : .min)
      }

      /// Says whether one length is shorter.
      public static func < (lhs: Stride, rhs: Stride) -> Bool {
        lhs.magnitude < rhs.magnitude
      }

      /// Zero: the product of two lengths of time is not a length of time.
      public static func * (lhs: Stride, rhs: Stride) -> Stride {
        Stride(magnitude: 0)
      }

      /// Adds two lengths.
      public static func + (lhs: Stride, rhs: Stride) -> Stride {
        Stride(magnitude: lhs.magnitude + rhs.magnitude)
      }

      /// Subtracts two lengths.
      public static func - (lhs: Stride, rhs: Stride) -> Stride {
        Stride(magnitude: lhs.magnitude - rhs.magnitude)
      }

      /// Subtracts a length.
      public static func -= (lhs: inout Stride, rhs: Stride) {
        lhs.magnitude -= rhs.magnitude
      }

      /// Sets to zero.
      public static func *= (lhs: inout Stride, rhs: Stride) {
        lhs.magnitude = 0
      }

      /// Adds a length.
      public static func += (lhs: inout Stride, rhs: Stride) {
        lhs.magnitude += rhs.magnitude
      }

      /// A number of seconds.
      public static func seconds(_ s: Double) -> Stride {
        let nanoseconds = s * 1_000_000_000
        guard !nanoseconds.isNaN else { return Stride(magnitude: 0) }
        if nanoseconds >= Double(Int.max) { return Stride(magnitude: .max) }
        if nanoseconds <= Double(Int.min) { return Stride(magnitude: .min) }
        return Stride(magnitude: Int(nanoseconds))
      }

      /// A number of seconds.
      public static func seconds(_ s: Int) -> Stride {
        scaled(s, by: 1_000_000_000)
      }

      /// A number of milliseconds.
      public static func milliseconds(_ ms: Int) -> Stride {
        scaled(ms, by: 1_000_000)
      }

      /// A number of microseconds.
      public static func microseconds(_ us: Int) -> Stride {
        scaled(us, by: 1_000)
      }

      /// A number of nanoseconds.
      public static func nanoseconds(_ ns: Int) -> Stride {
        Stride(magnitude: ns)
      }
    }
  }

  /// Extra wishes for one closure.
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
  @preconcurrency
  public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void
  ) {
    let options = options ?? SchedulerOptions()
    asyncAfter(
      deadline: date.dispatchTime,
      qos: options.qos,
      flags: options.flags,
      execute: action
    )
  }

  /// Runs a closure on the queue at a time and after every interval, until cancelled.
  @preconcurrency
  public func schedule(
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
}

extension DispatchQueue: BatchingScheduler {}
