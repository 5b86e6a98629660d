#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of the user's own as it was read: a plain one, and not larger than was asked for.
struct SmallFile {
  let bytes: [UInt8]
  let modified: Date

  /// Nil where there is none; the open file is judged, not its name, and opening never waits.
  init?(_ path: String, largest: Int) {
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW
    let descriptor = open(path, flags)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), 0...largest ~= Int(status.st_size),
      let bytes = Self.read(Int(status.st_size), from: descriptor)
    else { return nil }
    self.bytes = bytes
    modified = Date(timeIntervalSince1970: Double(status.modifiedSeconds))
  }

  /// Nil when there are fewer.
  private static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let more = bytes.withUnsafeMutableBytes { buffer in
        systemRead(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
      }
      if more == 0 || (more < 0 && errno != EINTR) { return nil }
      filled += max(more, 0)
    }
    return bytes
  }
}

/// `read(2)`, whose name is taken inside of types that read.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  read(descriptor, bytes, count)
}
