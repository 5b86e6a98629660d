import Foundation
import TestSupport
import Testing

/// Golden texts in `Golden/`; `RECORD_SNAPSHOTS=1` rewrites them, and still fails.
enum GoldenText {
  private static let folder = Project.file("Tests/CommandsTests/Golden")

  static func expect(
    _ text: String,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent("\(name).txt")
    let golden = try Project.golden(file, now: text)
    let comment: Comment = "\(file.lastPathComponent) is not what it was; it is now\n\(text)"
    #expect(golden == text, comment, sourceLocation: sourceLocation)
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent("\(name).txt"), encoding: .utf8)
  }
}
