import Foundation

/// A directory for one test, removed at its end.
package final class TemporaryFolder: Sendable {
  package let path = NSTemporaryDirectory() + "ghsearch-test-\(UUID().uuidString)"

  /// Creates the directory; if that fails, its first use fails.
  package init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, whose directory need not exist, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
    let file = "\(path)/\(name)"
    if let end = name.lastIndex(of: "/") { try makeDirectory(String(name[..<end])) }
    try Data(text.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  /// Creates a directory and its parents, and returns its path.
  @discardableResult
  package func makeDirectory(_ name: String) throws -> String {
    let directory = "\(path)/\(name)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    return directory
  }

  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  /// The names in the directory, sorted.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
