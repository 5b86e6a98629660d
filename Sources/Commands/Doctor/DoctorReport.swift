import Terminal

/// How findings are written.
struct DoctorReport {
  enum Format {
    /// For people: aligned, safe, broken at spaces, in colour where that is wanted.
    case lines(width: Int, isColored: Bool)
    /// For programs: verdict, subject, what there is, how to mend it.
    case tsv
    case json
  }

  let format: Format

  func text(_ findings: [Finding]) -> String {
    switch format {
    case .lines(let width, let isColored):
      findings.map { lines($0, width: width, isColored: isColored) }.joined()
    case .tsv: findings.map { TSV.record(Self.columns($0)) }.joined()
    case .json: JSONValue.array(findings.map(Self.object)).text + "\n"
    }
  }

  private static func columns(_ finding: Finding) -> [String] {
    [finding.verdict.word, finding.subject, finding.text, finding.remedy]
  }

  private func lines(_ finding: Finding, width: Int, isColored: Bool) -> String {
    let word = Self.padded(finding.verdict.word, to: Self.wordWidth)
    let subject = Self.padded(finding.subject, to: Self.subjectWidth)
    let remedy = finding.remedy.isEmpty ? "" : "; \(finding.remedy)"
    let text = Self.broken(SafeText(finding.text + remedy).description, width: width)
    return "\(isColored ? finding.verdict.style(word) : word)\(subject)\(text)\n"
  }

  private static let wordWidth = 6
  private static let subjectWidth = 10
  /// Where the terminal is narrower than this, it breaks the lines itself.
  private static let leastWidth = 40

  /// Each line below the text of the first.
  private static func broken(_ text: String, width: Int) -> String {
    guard width >= leastWidth else { return text }
    let indent = wordWidth + subjectWidth
    return TextWrap.lines(text, width: width - indent)
      .joined(separator: "\n" + String(repeating: " ", count: indent))
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
