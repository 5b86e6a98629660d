import Foundation

/// A line for each case, for the table that `make faults` prints.
enum Report {
  private static let file: FileHandle? = {
    guard let path = ProcessInfo.processInfo.environment["GHSEARCH_FAULTS_REPORT"] else {
      return nil
    }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return FileHandle(forWritingAtPath: path)
  }()

  /// Group, case, `held` or `failed`, seconds, KiB, and what is wrong, separated by tabs.
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
    // One write for a line: lines of cases that end at once do not mix.
    file?.write(Data((line + "\n").utf8))
  }
}
