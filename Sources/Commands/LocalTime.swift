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
  /// As in `14:05:09`, in the zone of `TZ` or the system; the day goes before it when it is not
  /// today.
  static func clock(_ date: Date, now: Date) -> String {
    guard let then = parts(date), let today = parts(now) else { return "later" }
    let clock = [then.tm_hour, then.tm_min, then.tm_sec].map(twoDigits).joined(separator: ":")
    if (then.tm_year, then.tm_yday) == (today.tm_year, today.tm_yday) { return clock }
    let day = [then.tm_mon + 1, then.tm_mday].map(twoDigits).joined(separator: "-")
    return "\(1900 + Int(then.tm_year))-\(day) \(clock)"
  }

  /// From C's library, since Foundation's zones bring all of ICU with them.
  ///
  /// Rounded up: at the time shown, what it is the end of is over.
  private static func parts(_ date: Date) -> tm? {
    guard var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.up)) else {
      return nil
    }
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? nil : parts
  }

  private static func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
