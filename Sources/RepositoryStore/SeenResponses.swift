import System

/// The responses to searches whose repositories are not in the cache yet: a file with a JSON text sequence (RFC 7464).
///
/// Recording the rows takes longer than the rest of a search, so the first command that looks for them does it. The
/// rows can be fetched again: the file holds the newest of them, and may lose some to another process.
package struct SeenResponses: Sendable {
  private let path: String

  package init(path: String) { self.path = path }

  /// Adds the JSON of a response, unless it is very large or the file cannot be written.
  package func add(_ json: [UInt8]) {
    guard json.count <= Self.maxResponseBytes else { return }
    PrivateDirectory.make(for: path)
    let size = FileStatus(of: path, followsLinks: false).size
    if size + json.count > Self.maxBytes { _ = try? FileSystem.remove(path) }
    guard let file = try? FileDescriptor(path, .append), file.status.isFile else { return }
    var text: [UInt8] = []
    text.reserveCapacity(json.count + 2)
    text.append(Self.separator)
    text += json
    text.append(UInt8(ascii: "\n"))
    // In one call, so that another process cannot write in between.
    try? file.write(text)
  }

  /// Removes the responses and returns them, the oldest first; each is copied when it is read.
  package func take() -> some Sequence<[UInt8]> {
    let taken = "\(path).taken"
    let isTaken = FileSystem.move(path, to: taken)
    defer { if isTaken { _ = try? FileSystem.remove(taken) } }
    // Searches that end at the same time may exceed the limit.
    let bytes =
      isTaken
      ? try? GuardedFile.bytes(at: taken, policy: .secret, largest: 2 * Self.maxBytes) : nil
    return (bytes ?? []).split(separator: Self.separator).lazy.map(Array.init)
  }

  /// A control character, which JSON does not have.
  private static let separator: UInt8 = 0x1E

  /// Three times as large as an ordinary page of a hundred.
  private static let maxResponseBytes = 1 << 20

  /// About 1,400 repositories, which are recorded in less than half a second.
  private static let maxBytes = 8 << 20
}
