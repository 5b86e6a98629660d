package import GitHubModel
import Terminal

/// The stars gained by a repository, on one line.
package enum GrowthText {
  /// Text such as `+42 in 7 days · +310 in 30 days · +3,120 in a year`, as far as known.
  package static func gained(_ growth: StarGrowth) -> String {
    let parts = [(growth.week, "7 days"), (growth.month, "30 days"), (growth.year, "a year")]
    return parts.compactMap { count, span in
      count.map { "+\(CompactNumber.grouped($0)) in \(span)" }
    }.joined(separator: " · ")
  }

  /// Text without the year and with the weeks as blocks, in the longest form that fits; nil if
  /// nothing is known.
  package static func details(_ growth: StarGrowth, width: Int = .max) -> String? {
    guard let week = growth.week, let month = growth.month else { return nil }
    let counts = [(week, "7 days"), (month, "30 days")]
      .map { "+\(CompactNumber.grouped($0)) in \($1)" }
    let (both, blocks) = (counts.joined(separator: " · "), Chart.sparkline(growth.weeks))
    let forms = ["\(both) \(blocks)", "\(counts[0]) \(blocks)", counts[0]]
    return forms.first { $0.displayWidth <= width } ?? counts[0]
  }

  /// An explanation of a chart's numbers.
  package static func meaning(_ unit: StarHistory.Unit) -> String {
    "Current stars by the \(unit.rawValue) they were added, excluding today."
  }
}
