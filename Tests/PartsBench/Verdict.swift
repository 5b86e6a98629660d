/// A run's medians compared with their thresholds.
struct Verdict {
  /// The results as a Markdown table.
  private(set) var table = """
    | part | median | beside it | ratio | at most | reached |
    |---|---:|---:|---:|---:|---|

    """
  private(set) var isReached = true
  private let medians: [String: Double]

  /// Fails if a part with a threshold was not measured; in a partial run, only if no part was.
  init(
    _ thresholds: [(part: String, threshold: Threshold)],
    medians: [String: Double],
    ofSomeParts isPartial: Bool
  ) {
    self.medians = medians
    for (part, threshold) in thresholds where !isPartial || isMeasured(part, threshold) {
      judge(part, threshold)
    }
    if medians.isEmpty { isReached = false }
  }

  private func isMeasured(_ part: String, _ threshold: Threshold) -> Bool {
    guard case .times(_, let other) = threshold else { return medians[part] != nil }
    return medians[part] != nil && medians[other] != nil
  }

  /// An unmeasured part counts as infinite, and an unmeasured reference as not a number.
  private mutating func judge(_ part: String, _ threshold: Threshold) {
    let median = medians[part] ?? .infinity
    switch threshold {
    case .microseconds(let most):
      let word = word(median <= most * 1_000)
      table += "| \(part) | \(Self.time(median)) | | | \(Self.time(most * 1_000)) | \(word) |\n"
    case .times(let most, let other):
      let theirs = medians[other] ?? .nan
      let word = word(median / theirs <= most)
      let ratio = "\(Self.rounded(median / theirs)) | \(most)"
      table += "| \(part) | \(Self.time(median)) | \(other): \(Self.time(theirs)) "
      table += "| \(ratio) | \(word) |\n"
    }
  }

  /// The table's word for one part; any failure fails the whole run.
  private mutating func word(_ isReached: Bool) -> String {
    self.isReached = self.isReached && isReached
    return isReached ? "yes" : "**no**"
  }

  /// Formats nanoseconds in microseconds.
  private static func time(_ nanoseconds: Double) -> String {
    "\(rounded(nanoseconds / 1_000)) µs"
  }

  /// Rounds to two places below a hundred.
  private static func rounded(_ value: Double) -> String {
    let factor = value < 100 ? 100.0 : 1
    return "\((value * factor).rounded() / factor)"
  }
}
