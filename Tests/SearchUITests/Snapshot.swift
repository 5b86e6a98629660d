import Foundation
import Terminal
import TerminalTesting
import TestSupport
import Testing

/// Golden screens as text, in `Screens/`; `RECORD_SNAPSHOTS=1` rewrites them, and still fails.
enum Snapshot {
  static func expectScreen(
    _ frame: Frame,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(text(of: frame), "Tests/SearchUITests/Screens/\(name).txt", sourceLocation)
  }

  /// Checks the consecutive lines of a documentation page that begin with `prefix`.
  static func expectLines(
    _ lines: [String],
    prefix: String,
    in page: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var text = try Project.text(of: page)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = try #require(text.firstIndex { $0.hasPrefix(prefix) })
    text.removeAll { $0.hasPrefix(prefix) }
    text.insert(contentsOf: lines, at: first)
    try expect(text.joined(separator: "\n"), page, sourceLocation)
  }

  private static func expect(
    _ text: String,
    _ path: String,
    _ sourceLocation: SourceLocation
  ) throws {
    let golden = try Project.golden(Project.file(path), now: text)
    let comment: Comment = "\(path) is not what it was; it is now\n\(text)"
    #expect(golden == text, comment, sourceLocation: sourceLocation)
  }

  /// The screen, its size and the cursor's position; for a huge screen, a part and a checksum.
  private static func text(of frame: Frame) -> String {
    let lines = frame.grid.lines
    let isHuge = frame.size.columns > 200
    let shown = isHuge ? lines.prefix(12).map { String($0.prefix(160)) } : lines
    let cursor = frame.cursor.map { "cursor at \($0.column),\($0.row)" } ?? "no cursor"
    let sum = isHuge ? ", sum \(sum(lines))" : ""
    let size = "\(frame.size.columns)×\(frame.size.rows)"
    return folded(shown).map { $0 + "\n" }.joined() + "=== \(size), \(cursor)\(sum)\n"
  }

  /// Replaces a run of equal rows, such as empty ones below a short list, with one row and a count.
  private static func folded(_ lines: [String]) -> [String] {
    var rest = lines[...]
    var folded: [String] = []
    while let line = rest.first {
      let run = rest.prefix { $0 == line }
      folded += run.count < 3 ? Array(run) : [line, "=== and \(run.count - 1) more such rows"]
      rest = rest.dropFirst(run.count)
    }
    return folded
  }

  /// An FNV-1a checksum.
  private static func sum(_ lines: [String]) -> String {
    let bytes = lines.joined(separator: "\n").utf8
    let sum = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(sum, radix: 16)
  }
}
