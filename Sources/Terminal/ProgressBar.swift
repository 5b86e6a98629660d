package struct ProgressBar: Sendable, Hashable {
  package var done: Int
  package let total: Int

  package init(done: Int, total: Int) {
    self.total = max(total, 1)
    self.done = min(max(done, 0), self.total)
  }

  /// Text such as `[=====>    ]  57/100  label`, within the given width.
  ///
  /// The label must be safe; it is truncated first, and the bar is omitted if it does not fit.
  /// `count` replaces the numbers.
  package func text(label: String, width: Int, count: String? = nil) -> String {
    let count =
      count
      ?? String(repeating: " ", count: "\(total)".count - "\(done)".count) + "\(done)/\(total)"
    let text = width >= Self.minWidth ? "[\(bar)] \(count)  \(label)" : "\(count) \(label)"
    return text.truncated(toWidth: max(width - 1, 0))
  }

  private static let barWidth = 20
  private static let minWidth = 50

  private var bar: String {
    let filled = Int(Int64(done) * Int64(Self.barWidth) / Int64(total))
    let isWhole = filled == Self.barWidth
    return String(repeating: "=", count: filled) + (isWhole ? "" : ">")
      + String(repeating: " ", count: max(Self.barWidth - filled - 1, 0))
  }
}
