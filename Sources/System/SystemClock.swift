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
