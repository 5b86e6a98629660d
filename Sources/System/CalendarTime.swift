import CLibrary

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
