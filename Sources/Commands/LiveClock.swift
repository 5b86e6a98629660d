import GitHubAPI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension RequestClock {
  /// The machine's: it counts from the start of the machine and goes on while that is asleep.
  static let live = Self(
    now: { Moment(milliseconds: LiveClock.milliseconds()) },
    sleep: { try await Task.sleep(for: $0, tolerance: .zero, clock: .continuous) },
    date: { Date() }
  )

  /// Waits until another process may have released a lock.
  func rest() async throws { try await sleep(.milliseconds(5)) }
}

/// What the system says of its own time.
enum LiveClock {
  static func milliseconds() -> Int64 {
    var time = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_MONOTONIC_RAW, &time)
    #else
      clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// A name for the time since the last start; empty where the system has none.
  static func boot() -> String {
    #if canImport(Darwin)
      var name = [CChar](repeating: 0, count: 64)
      var size = name.count
      guard sysctlbyname("kern.bootsessionuuid", &name, &size, nil, 0) == 0 else { return "" }
      return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return "" }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(descriptor, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 > 0x20 }, as: UTF8.self)
    #endif
  }
}
