package import Foundation

/// The files of this repository.
package enum Project {
  package static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The file or directory at a path from the root.
  package static func file(_ path: String) -> URL { root.appendingPathComponent(path) }

  package static func text(of path: String) throws -> String {
    try String(contentsOf: file(path), encoding: .utf8)
  }

  /// Whether golden files are rewritten (`RECORD_SNAPSHOTS=1`), which still fails the tests that
  /// differ.
  package static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  /// The text of a golden file, which becomes `text` if golden files are rewritten.
  package static func golden(_ file: URL, now text: String) throws -> String? {
    let golden = try? String(contentsOf: file, encoding: .utf8)
    if golden != text, isRecording {
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return golden
  }
}
