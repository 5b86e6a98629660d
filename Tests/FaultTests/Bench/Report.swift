import Foundation

/// The report with a line per case, from which `make faults` prints its table.
enum Report {
  private static let file: FileHandle? = {
    guard let path = ProcessInfo.processInfo.environment["GHSEARCH_FAULTS_REPORT"] else {
      return nil
    }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return FileHandle(forWritingAtPath: path)
  }()

  /// Writes group, case, `held` or `failed`, seconds, KiB and violations, separated by tabs.
  static func write(
    _ row: FaultCase,
    in group: FaultGroup,
    _ outcome: ChildOutcome,
    _ verdict: Verdict
  ) {
    let fields = [
      group.rawValue, row.name, verdict.complaints.isEmpty ? "held" : "failed",
      "\(outcome.seconds)", "\(outcome.peak)", verdict.complaints.joined(separator: "; "),
    ]
    let line = fields.map { $0.replacing("\t", with: " ").replacing("\n", with: " ") }
      .joined(separator: "\t")
    // Writes each line at once, so that lines of parallel cases do not mix.
    file?.write(Data((line + "\n").utf8))
  }
}
