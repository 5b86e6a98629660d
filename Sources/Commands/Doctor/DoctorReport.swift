import Terminal

/// How findings are written.
struct DoctorReport {
  enum Format {
    /// For people: aligned, safe, in colour where that is wanted.
    case lines(isColored: Bool)
    /// For programs: verdict, subject, what there is, how to mend it.
    case tsv
    case json
  }

  let format: Format

  func text(_ findings: [Finding]) -> String {
    switch format {
    case .lines(let isColored): findings.map { line($0, isColored: isColored) }.joined()
    case .tsv: findings.map { TSV.record(Self.columns($0)) }.joined()
    case .json: JSONValue.array(findings.map(Self.object)).text + "\n"
    }
  }

  private static func columns(_ finding: Finding) -> [String] {
    [finding.verdict.word, finding.subject, finding.text, finding.remedy]
  }

  private func line(_ finding: Finding, isColored: Bool) -> String {
    let word = Self.padded(finding.verdict.word, to: 6)
    let subject = Self.padded(finding.subject, to: 10)
    let remedy = finding.remedy.isEmpty ? "" : "; \(finding.remedy)"
    let text = SafeText(finding.text + remedy)
    return "\(isColored ? finding.verdict.style(word) : word)\(subject)\(text)\n"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }

  private static func object(_ finding: Finding) -> JSONValue {
    .object([
      .init("verdict", .string(finding.verdict.word)),
      .init("subject", .string(finding.subject)),
      .init("text", .string(finding.text)),
      .init("remedy", finding.remedy.isEmpty ? .null : .string(finding.remedy)),
    ])
  }
}

extension Finding.Verdict {
  fileprivate var style: Style {
    switch self {
    case .fine: .green
    case .warning: .yellow
    case .failure: .bold
    }
  }
}
