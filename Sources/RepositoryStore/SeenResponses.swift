import System

/// The responses to searches whose repositories are not in the cache yet: a file with a JSON text sequence (RFC 7464).
///
/// Recording the rows takes longer than the rest of a search, so the first command that looks for them does it. The
/// rows can be fetched again: the file holds the newest of them, and may lose some to another process.
package struct SeenResponses: Sendable {
  private let path: String

  package init(path: String) { self.path = path }

  /// Adds the JSON of a response, if the file can be written.
  package func add(_ json: [UInt8]) {
    let text = [Self.separator] + json + [UInt8(ascii: "\n")]
    PrivateDirectory.make(for: path)
    let size = FileStatus(of: path, followsLinks: false).size
    if size + text.count > Self.maxBytes { _ = try? FileSystem.remove(path) }
    try? FileDescriptor(path, .append).write(text)
  }

  /// Removes the responses and returns them, the oldest first.
  package func take() -> [[UInt8]] {
    let taken = "\(path).taken"
    guard FileSystem.move(path, to: taken) else { return [] }
    defer { _ = try? FileSystem.remove(taken) }
    // Searches that end at the same time may exceed the limit.
    let bytes = try? GuardedFile.bytes(at: taken, policy: .secret, largest: 2 * Self.maxBytes)
    return (bytes ?? []).split(separator: Self.separator).map(Array.init)
  }

  /// A control character, which JSON does not have.
  private static let separator: UInt8 = 0x1E

  /// About 1,400 repositories, which are recorded in less than half a second.
  private static let maxBytes = 8 << 20
}
