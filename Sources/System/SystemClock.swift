import CLibrary

/// The system's monotonic clock.
///
/// `unsafe` below because the C functions take pointers, each to a local variable.
package enum SystemClock {
  /// The milliseconds since the machine was started, including the time that it was suspended.
  package static func milliseconds() -> Int64 {
    var time = timespec()
    #if canImport(Darwin)
      unsafe clock_gettime(CLOCK_MONOTONIC_RAW, &time)
    #else
      unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Identifies the last start of the machine; empty if the system does not say.
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
    /// The first KiB of a file of the kernel; empty if it cannot be read.
    static func kernelText(_ path: String) -> String {
      guard let file = try? FileDescriptor(path, .read) else { return "" }
      let bytes = try? FileDescriptor.read(from: file.number, atMost: 1024)
      return String(decoding: bytes ?? [], as: UTF8.self)
    }
  #endif

  /// Blocks the calling thread, which must not be one of Swift's pool.
  package static func block(milliseconds: Int) {
    usleep(useconds_t(milliseconds * 1000))
  }
}

/// A date and time of day.
///
/// Made by the C library, since Foundation's time zones would link all of ICU.
package struct CalendarTime: Sendable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// In the zone of `TZ` or the system, from seconds since 1970; nil if the year is out of range.
  package init?(local seconds: Int64) {
    guard var time = time_t(exactly: seconds) else { return nil }
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return nil }
    unsafe self.init(parts)
  }

  /// In UTC, from seconds since 1970; nil if the year is out of range.
  package init?(utc seconds: Int64) {
    guard var time = time_t(exactly: seconds) else { return nil }
    var parts = unsafe tm()
    guard unsafe gmtime_r(&time, &parts) != nil else { return nil }
    unsafe self.init(parts)
  }

  private init(_ parts: tm) {
    year = unsafe Int(parts.tm_year) + 1900
    month = unsafe Int(parts.tm_mon) + 1
    day = unsafe Int(parts.tm_mday)
    hour = unsafe Int(parts.tm_hour)
    minute = unsafe Int(parts.tm_min)
    second = unsafe Int(parts.tm_sec)
  }

  /// As in `2026-11-21`.
  package var date: String { "\(Self.digits(year, 4))-\(Self.digits(month))-\(Self.digits(day))" }

  /// As in `14:05:09`.
  package var clock: String {
    [hour, minute, second].map { Self.digits($0) }.joined(separator: ":")
  }

  private static func digits(_ number: Int, _ count: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
