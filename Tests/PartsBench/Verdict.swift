/// The medians of a run beside their thresholds.
struct Verdict {
  /// Markdown.
  private(set) var table = """
    | part | median | beside it | ratio | at most | reached |
    |---|---:|---:|---:|---:|---|

    """
  private(set) var isReached = true
  private let medians: [String: Double]

  /// Fails when a part with a threshold was not measured; in a run of some parts, only when none was.
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

  /// A part that was not measured took forever, and what it is compared with is no number.
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

  /// What the table says of one part, which counts for all.
  private mutating func word(_ isReached: Bool) -> String {
    self.isReached = self.isReached && isReached
    return isReached ? "yes" : "**no**"
  }

  /// Nanoseconds, in microseconds.
  private static func time(_ nanoseconds: Double) -> String {
    "\(rounded(nanoseconds / 1_000)) µs"
  }

  /// Two places, below a hundred.
  private static func rounded(_ value: Double) -> String {
    let factor = value < 100 ? 100.0 : 1
    return "\((value * factor).rounded() / factor)"
  }
}
