import CLibrary

/// The system's monotonic clock.
///
/// `unsafe` because C functions take pointers, each to a local variable.
package enum SystemClock {
  /// The milliseconds since boot, including suspended time.
  package static func milliseconds() -> Int64 {
    var time = timespec()
    #if canImport(Darwin)
      unsafe clock_gettime(CLOCK_MONOTONIC_RAW, &time)
    #else
      unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    return time.milliseconds
  }

  /// The milliseconds since boot during which the machine was suspended.
  package static func suspension() -> Int64 {
    var time = timespec()
    #if canImport(Darwin)
      unsafe clock_gettime(CLOCK_UPTIME_RAW, &time)
    #else
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return milliseconds() - time.milliseconds
  }

  /// Identifies the current boot; empty if unknown.
  package static func boot() -> String {
    #if canImport(Darwin)
      var name = [CChar](repeating: 0, count: 64)
      var size = name.count
      guard unsafe sysctlbyname("kern.bootsessionuuid", &name, &size, nil, 0) == 0 else {
        return ""
      }
      return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      return String(kernelText("/proc/sys/kernel/random/boot_id").prefix { $0 > " " })
    #endif
  }

  #if !canImport(Darwin)
    /// The first KiB of a kernel file; empty if it cannot be read.
    static func kernelText(_ path: String) -> String {
      guard let file = try? FileDescriptor(path, .read) else { return "" }
      let bytes = try? FileDescriptor.read(from: file.number, atMost: 1024)
      return String(decoding: bytes ?? [], as: UTF8.self)
    }
  #endif

  /// Blocks the calling thread, which must not belong to Swift's pool.
  package static func block(milliseconds: Int) {
    usleep(useconds_t(milliseconds * 1000))
  }
}

extension timespec {
  fileprivate var milliseconds: Int64 { Int64(tv_sec) * 1000 + Int64(tv_nsec) / 1_000_000 }
}

/// A date and time of day in the time zone of `TZ` or the system.
///
/// It uses the C library, since Foundation's time zones would link all of ICU.
package struct CalendarTime: Sendable {
  /// The date, such as `2026-11-21`.
  package let date: String
  /// The time of day, such as `14:05:09`.
  package let clock: String

  /// Converts seconds since 1970; nil if the year is out of range.
  package init?(local seconds: Int64) {
    guard var time = time_t(exactly: seconds) else { return nil }
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return nil }
    unsafe (date, clock) = (Self.text(&parts, "%Y-%m-%d"), Self.text(&parts, "%H:%M:%S"))
  }

  private static func text(_ parts: inout tm, _ format: String) -> String {
    var text = [CChar](repeating: 0, count: 32)
    let count = unsafe strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
