import Foundation

/// The paths of the programs in a run.
enum Program {
  /// The program under test: `GHSEARCH_FAULTS_PROGRAM`, or the one built beside the tests.
  static let subject =
    ProcessInfo.processInfo.environment["GHSEARCH_FAULTS_PROGRAM"] ?? "\(directory)/ghsearch"

  static let launcher = "\(directory)/FaultLauncher"

  /// The directory of the running test bundle.
  private static let directory: String = {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: path).deletingLastPathComponent().path
  }()
}
