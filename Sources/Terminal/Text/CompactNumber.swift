/// Counts as people read them at a glance.
package enum CompactNumber {
  /// `999`, `1k`, `70.1k`, `243k`, `1.2m`: rounded down, so no count looks larger than it is, and
  /// at most five columns up to a thousand million.
  package static func text(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(count)"
    case ..<1_000_000: scaled(count, by: 1000, unit: "k")
    default: scaled(count, by: 1_000_000, unit: "m")
    }
  }

  /// `12,345`.
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
