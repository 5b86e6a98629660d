package import Essentials

/// Formats counts compactly.
package enum CompactNumber {
  /// Text such as `999`, `1k`, `70.1k`, `243k` or `1.2m`: rounded down, so that no count looks
  /// larger than it is, and at most five columns up to a billion.
  package static func text(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(count)"
    case ..<1_000_000: scaled(count, by: 1000, unit: "k")
    default: scaled(count, by: 1_000_000, unit: "m")
    }
  }

  package static func grouped(_ count: Int) -> String {
    var groups: [String] = []
    var rest = count.magnitude
    while rest >= 1000 {
      let group = String(rest % 1000)
      groups.append(String(repeating: "0", count: 3 - group.count) + group)
      rest /= 1000
    }
    groups.append(String(rest))
    return (count < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }

  private static func scaled(_ count: Int, by unitSize: Int, unit: String) -> String {
    let tenths = count / (unitSize / 10)
    let isWhole = tenths % 10 == 0 || tenths >= 1000
    return isWhole ? "\(tenths / 10)\(unit)" : "\(tenths / 10).\(tenths % 10)\(unit)"
  }
}

/// Formats a count with its noun.
package enum Counted {
  /// Text such as `1 star`, `1,234 stars` and `2 repositories`.
  package static func text(_ count: Int, _ noun: String) -> String {
    if count == 1 { return "1 \(noun)" }
    let plural = noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s"
    return "\(CompactNumber.grouped(count)) \(plural)"
  }
}

/// Formats the age of a date.
package enum RelativeDate {
  /// Text such as `now`, `5m ago`, `3h ago`, `12d ago`, `4mo ago` or `2y ago`; future times are
  /// `now`.
  package static func text(_ date: Date, now: Date) -> String {
    let age = age(of: date, now: now)
    return age == justNow ? age : "\(age) ago"
  }

  /// An age in at most four columns, for up to a lifetime: `now`, `5m`, `12d`, `11mo`, `2y`.
  package static func age(of date: Date, now: Date) -> String {
    // The limit exceeds every date and fits an Int.
    let seconds = Int(min(max(now.timeIntervalSince(date), 0), 1e15))
    let unit = units.last { seconds >= $0.seconds }
    return unit.map { "\(seconds / $0.seconds)\($0.name)" } ?? justNow
  }

  private static let justNow = "now"

  private static let units: [(seconds: Int, name: String)] = [
    (60, "m"), (3600, "h"), (86_400, "d"), (2_629_800, "mo"), (31_557_600, "y"),
  ]
}
