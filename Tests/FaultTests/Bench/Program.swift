import Foundation

/// Where the programs of a run are.
enum Program {
  /// The program under test: `GHSEARCH_FAULTS_PROGRAM`, or the one built beside the tests.
  static let subject =
    ProcessInfo.processInfo.environment["GHSEARCH_FAULTS_PROGRAM"] ?? "\(folder)/ghsearch"

  static let launcher = "\(folder)/FaultLauncher"

  /// That of the running test bundle.
  private static let folder: String = {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: path).deletingLastPathComponent().path
  }()
}
