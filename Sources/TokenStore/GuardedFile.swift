#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a small file that may hold a secret, and only one that can be trusted with it.
package enum GuardedFile {
  /// How strict the reading is.
  package struct Policy: Sendable {
    let followsLinks: Bool
    let othersMayRead: Bool
    /// A directory of that name is something else entirely, and as good as no file.
    let ignoresDirectories: Bool

    /// A file that holds nothing but the secret.
    package static let secret = Self(
      followsLinks: false,
      othersMayRead: false,
      ignoresDirectories: false
    )
    /// A file that others write too and that is commonly readable; `.env` may be a Python folder.
    package static let sharedConfiguration = Self(
      followsLinks: true,
      othersMayRead: true,
      ignoresDirectories: true
    )
  }

  /// Why a file that is there is not read.
  package enum Problem: Error, Sendable, Equatable {
    case unreadable(errno: Int32)
    case symbolicLink
    /// A directory, a pipe, a device, …
    case notRegular
    case otherOwner
    /// The permission bits, as in `0o644`.
    case readableByOthers(mode: UInt32)
    /// More than ``GuardedFile/largestSize`` bytes.
    case tooLarge
    case notText
  }

  /// Bytes.
  package static let largestSize = 64 * 1024

  /// The file's text without a byte order mark, or nil when there is no such file.
  ///
  /// The open file is judged, not its name, so it cannot be swapped in between; opening never waits,
  /// even on a pipe.
  package static func text(at path: String, policy: Policy) throws(Problem) -> String? {
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    let descriptor = open(path, policy.followsLinks ? flags : flags | O_NOFOLLOW)
    guard descriptor >= 0 else {
      let problem = errno
      if problem == ENOENT || problem == ENOTDIR { return nil }
      if problem == ELOOP, !policy.followsLinks { throw .symbolicLink }
      throw .unreadable(errno: problem)
    }
    defer { close(descriptor) }
    guard try check(descriptor, policy: policy) else { return nil }
    return try decode(bytes(from: descriptor))
  }

  /// False for a directory that is ignored.
  private static func check(_ descriptor: Int32, policy: Policy) throws(Problem) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR, policy.ignoresDirectories { return false }
    guard kind == S_IFREG else { throw .notRegular }
    guard status.st_uid == geteuid() || (policy.othersMayRead && status.st_uid == 0) else {
      throw .otherOwner
    }
    guard policy.othersMayRead || status.st_mode & 0o077 == 0 else {
      throw .readableByOthers(mode: UInt32(status.st_mode & 0o777))
    }
    guard status.st_size <= largestSize else { throw .tooLarge }
    return true
  }

  private static func bytes(from descriptor: Int32) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= largestSize {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += buffer[..<count]
      } else if errno != EINTR {
        throw .unreadable(errno: errno)
      }
    }
    throw .tooLarge
  }

  private static func decode(_ bytes: [UInt8]) throws(Problem) -> String {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard !content.contains(0), let text = String(validating: content, as: UTF8.self) else {
      throw .notText
    }
    return text
  }
}
