#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The date format of HTTP's header fields (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else.
  static func parse(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
      let month = months.firstIndex(of: String(parts[2]))
    else { return nil }
    let time = parts[4].split(separator: ":").map { Int($0) }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2] else {
      return nil
    }
    let components = DateComponents(
      timeZone: .gmt,
      year: year,
      month: month + 1,
      day: day,
      hour: hour,
      minute: minute,
      second: second
    )
    return Calendar(identifier: .gregorian).date(from: components)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
