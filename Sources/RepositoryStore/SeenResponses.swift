import System

/// The responses to searches whose repositories are not in the cache yet: a file with a JSON text sequence (RFC 7464).
///
/// Recording the rows takes longer than the rest of a search, so the first command that looks them
/// up does so. The rows can be fetched again: the file keeps only the newest, and may lose some to
/// another process.
package struct SeenResponses: Sendable {
  private let path: String

  package init(path: String) { self.path = path }

  /// Adds a response's JSON, unless it is very large or the file cannot be written.
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

  /// Removes and returns the responses, oldest first; each is copied when it is read.
  package func take() -> some Sequence<[UInt8]> {
    let taken = "\(path).taken"
    let isTaken = FileSystem.move(path, to: taken)
    defer { if isTaken { _ = try? FileSystem.remove(taken) } }
    // Searches that end simultaneously may exceed the limit.
    let bytes =
      isTaken
      ? try? GuardedFile.bytes(at: taken, policy: .secret, largest: 2 * Self.maxBytes) : nil
    return (bytes ?? []).split(separator: Self.separator).lazy.map(Array.init)
  }

  /// A control character, which does not occur in JSON.
  private static let separator: UInt8 = 0x1E

  /// The maximum size of a response, three times that of an ordinary page of a hundred.
  private static let maxResponseBytes = 1 << 20

  /// The maximum size of the file: about 1,400 repositories, recorded in less than half a second.
  private static let maxBytes = 8 << 20
}
