import CLibrary

/// Reads small files that may contain a secret, after checking their owner and permissions.
package enum GuardedFile {
  /// The files that are read.
  package enum Policy: Sendable {
    /// A file of the user that others cannot read, not through a link.
    case secret
    /// A file written by other programs that others may read; a directory counts as missing, since
    /// `.env` may be a Python environment.
    case sharedConfiguration
  }

  /// The reason why an existing file was not read.
  package enum Problem: Error, Sendable, Equatable {
    case unreadable(errno: Int32)
    case symbolicLink
    /// A directory, a pipe, a device, …
    case notRegular
    case otherOwner
    /// Others can read it; the permission bits are such as `0o644`.
    case readableByOthers(mode: UInt32)
    /// It has more bytes than the limit.
    case tooLarge
    case notText
  }

  package static let maxFileBytes = 64 * 1024

  /// The text of the file without a byte order mark; nil if the file does not exist.
  package static func text(at path: String, policy: Policy) throws(Problem) -> String? {
    try bytes(at: path, policy: policy).map(decode)
  }

  /// The bytes of the file; nil if the file does not exist.
  ///
  /// Checks the open file rather than its path, so that it cannot be replaced in between. Opening
  /// never blocks, even for a pipe.
  package static func bytes(
    at path: String,
    policy: Policy,
    largest: Int = maxFileBytes
  ) throws(Problem) -> [UInt8]? {
    guard let file = try open(path, policy) else { return nil }
    let status = file.status
    guard status.exists else { throw .unreadable(errno: SystemError.last.code) }
    if status.isDirectory, policy == .sharedConfiguration { return nil }
    try check(status, policy, largest)
    do throws(SystemError) {
      if let bytes = try FileDescriptor.readAll(from: file.number, atMost: largest) { return bytes }
    } catch {
      throw .unreadable(errno: error.code)
    }
    throw .tooLarge
  }

  /// The first bytes of a regular file with any owner; empty if it cannot be read.
  ///
  /// For describing a file that ``bytes(at:policy:largest:)`` rejected.
  package static func start(at path: String, atMost count: Int) -> [UInt8] {
    guard let file = try? FileDescriptor(path, .read, followsLinks: true), file.status.isFile else {
      return []
    }
    return (try? file.bytes(atMost: count)) ?? []
  }

  /// Opens a file; nil if it does not exist.
  private static func open(_ path: String, _ policy: Policy) throws(Problem) -> FileDescriptor? {
    do throws(SystemError) {
      return try FileDescriptor(path, .read, followsLinks: policy == .sharedConfiguration)
    } catch {
      if error.isMissingFile { return nil }
      if error.isLinkRefusal, policy == .secret { throw .symbolicLink }
      throw .unreadable(errno: error.code)
    }
  }

  private static func check(
    _ status: FileStatus,
    _ policy: Policy,
    _ largest: Int
  ) throws(Problem) {
    guard status.isFile else { throw .notRegular }
    let isShared = policy == .sharedConfiguration
    guard status.isOwnedByUser || isShared && status.isOwnedByRoot else { throw .otherOwner }
    guard isShared || status.mode & 0o077 == 0 else {
      throw .readableByOthers(mode: status.mode)
    }
    guard status.size <= largest else { throw .tooLarge }
  }

  private static func decode(_ bytes: [UInt8]) throws(Problem) -> String {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard !content.contains(0), let text = String(validating: content, as: UTF8.self) else {
      throw .notText
    }
    return text
  }
}
