#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which file a path leads to: the same only while nobody has replaced it.
struct FileIdentity: Sendable, Equatable {
  private let device: UInt64
  private let number: UInt64
  let mode: mode_t

  /// What the path itself is, a symbolic link included; nil where there is nothing.
  init?(of path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: info.st_dev)
    number = UInt64(truncatingIfNeeded: info.st_ino)
    mode = info.st_mode
  }

  static func == (left: Self, right: Self) -> Bool {
    left.device == right.device && left.number == right.number
  }

  var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
}
