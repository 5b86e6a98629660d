#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// How long ago something was.
package enum RelativeDate {
  /// `now`, `5m ago`, `3h ago`, `12d ago`, `4mo ago`, `2y ago`; a time to come is `now`.
  package static func text(_ date: Date, now: Date) -> String {
    let age = age(of: date, now: now)
    return age == justNow ? age : "\(age) ago"
  }

  /// The same in at most four columns for a lifetime: `now`, `5m`, `12d`, `11mo`, `2y`.
  package static func age(of date: Date, now: Date) -> String {
    // The bound is beyond every date that can be told, and inside of what Int holds.
    let seconds = Int(min(max(now.timeIntervalSince(date), 0), 1e15))
    let unit = units.last { seconds >= $0.seconds }
    return unit.map { "\(seconds / $0.seconds)\($0.name)" } ?? justNow
  }

  private static let justNow = "now"

  private static let units: [(seconds: Int, name: String)] = [
    (60, "m"), (3600, "h"), (86_400, "d"), (2_629_800, "mo"), (31_557_600, "y"),
  ]
}
