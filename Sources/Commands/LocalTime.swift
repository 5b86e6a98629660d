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

/// Times as the user's own clock shows them.
enum LocalTime {
  /// As in `14:05:09`, in the zone of `TZ` or the system.
  ///
  /// From C's library, since Foundation's zones bring all of ICU with them.
  static func clock(_ date: Date) -> String {
    guard var seconds = time_t(exactly: date.timeIntervalSince1970.rounded()) else {
      return "later"
    }
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "later" }
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
  }

  private static func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
