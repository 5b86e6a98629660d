import Terminal

/// Counts of stars as bars, for eyes.
struct StarChart {
  let width: Int
  let hasColor: Bool

  func text(_ counts: StarCounts) -> String {
    let most = counts.languages.prefix(Self.mostLanguages)
    let rest = counts.languages.dropFirst(Self.mostLanguages).reduce(0) { $0 + $1.count }
    var languages = most.map { (name: $0.key ?? "no language", count: $0.count) }
    if rest > 0 { languages.append(("others", rest)) }
    let years = counts.years.map { (name: String($0.key), count: $0.count) }
    return ([Counted.text(counts.total, "star") + "\n"] + [languages, years].map(chart))
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static let mostLanguages = 12
  private static let widestName = 20

  private func chart(_ entries: [(name: String, count: Int)]) -> String {
    let names = entries.map { SafeText($0.name).description.truncated(toWidth: Self.widestName) }
    let figures = entries.map { CompactNumber.grouped($0.count) }
    let nameWidth = names.map(\.displayWidth).max() ?? 0
    let figureWidth = figures.map(\.count).max() ?? 0
    let room = max(width - nameWidth - figureWidth - 5, 1)
    let largest = max(entries.map(\.count).max() ?? 1, 1)
    return zip(entries, zip(names, figures)).map { entry, texts in
      let (name, figure) = texts
      let bar = Self.bar(entry.count, of: largest, columns: room)
      let gap = String(repeating: " ", count: nameWidth - name.displayWidth)
      let space = String(repeating: " ", count: figureWidth - figure.count)
      return "\(name)\(gap)  \(space)\(figure)  \(hasColor ? Style.cyan(bar) : bar)\n"
    }
    .joined()
  }

  /// In eighths of a column; what is not nothing is seen.
  private static func bar(_ count: Int, of largest: Int, columns: Int) -> String {
    let eighths = max(count * columns * 8 / largest, count > 0 ? 1 : 0)
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
