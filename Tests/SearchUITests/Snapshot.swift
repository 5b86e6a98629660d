import Foundation
import Terminal
import Testing

/// Golden screens as text, in `Screens/`; `RECORD_SNAPSHOTS=1` rewrites them, and still fails.
enum Snapshot {
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  static let tests = URL(fileURLWithPath: #filePath)
    .resolvingSymlinksInPath().deletingLastPathComponent()
  private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

  static func expectScreen(
    _ frame: Frame,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = tests.appendingPathComponent("Screens/\(name).txt")
    try expect(text(of: frame), file, sourceLocation)
  }

  /// The same as a picture, for the README.
  static func expectPicture(
    _ frame: Frame,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = root.appendingPathComponent("docs/screens/\(name).svg")
    try expect(ScreenPicture.svg(frame), file, sourceLocation)
  }

  /// The lines of a documentation page that begin with `prefix`, which are all in one place.
  static func expectLines(
    _ lines: [String],
    prefix: String,
    in page: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = root.appendingPathComponent(page)
    var text = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).map(String.init)
    let first = try #require(text.firstIndex { $0.hasPrefix(prefix) })
    text.removeAll { $0.hasPrefix(prefix) }
    text.insert(contentsOf: lines, at: first)
    try expect(text.joined(separator: "\n"), file, sourceLocation)
  }

  private static func expect(
    _ text: String,
    _ file: URL,
    _ sourceLocation: SourceLocation
  ) throws {
    let golden = try? String(contentsOf: file, encoding: .utf8)
    if golden != text, isRecording {
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let comment: Comment = "\(file.lastPathComponent) is not what it was; it is now\n\(text)"
    #expect(golden == text, comment, sourceLocation: sourceLocation)
  }

  /// The screen, its size and where the cursor is; of a huge screen a part and a sum.
  private static func text(of frame: Frame) -> String {
    let lines = frame.grid.lines
    let isHuge = frame.size.columns > 200
    let shown = isHuge ? lines.prefix(12).map { String($0.prefix(160)) } : lines
    let cursor = frame.cursor.map { "cursor at \($0.column),\($0.row)" } ?? "no cursor"
    let sum = isHuge ? ", sum \(sum(lines))" : ""
    let size = "\(frame.size.columns)×\(frame.size.rows)"
    return shown.map { $0 + "\n" }.joined() + "=== \(size), \(cursor)\(sum)\n"
  }

  /// FNV-1a.
  private static func sum(_ lines: [String]) -> String {
    let bytes = lines.joined(separator: "\n").utf8
    let sum = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(sum, radix: 16)
  }
}
