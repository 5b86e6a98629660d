#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small file that is replaced whole, for the user's own eyes.
enum AtomicFile {
  /// False when it could not be written; the file is then as it was before.
  ///
  /// The caller holds a lock: there is one draft. Not flushed to the disk, since after a crash a
  /// broken file is as good as none.
  static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
    let draft = path + ".new"
    unlink(draft)
    guard write(bytes, to: draft), rename(draft, path) == 0 else {
      unlink(draft)
      return false
    }
    return true
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = bytes.withUnsafeBytes { DescriptorSink.write($0, to: descriptor) } == nil
    return close(descriptor) == 0 && isWritten
  }
}
