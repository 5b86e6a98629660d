import Foundation

/// A home directory that goes with the test.
final class TemporaryHome: Sendable {
  let path = NSTemporaryDirectory() + "ghsearch-home-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
