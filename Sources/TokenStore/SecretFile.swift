#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes a small file that holds a secret, for nobody but the user to read.
enum SecretFile {
  /// Why it did not work, as `errno` has it.
  struct Problem: Error {
    let code: Int32
  }

  /// Replaces the file whole: after a crash it is the old one or the new one, and on the disk.
  ///
  /// Folders that are missing are made, for nobody else to look into.
  static func replace(_ path: String, with text: String) throws(Problem) {
    PrivateFolder.make(for: path)
    let draft = "\(path).\(getpid())"
    unlink(draft)
    do throws(Problem) {
      try write(text, to: draft)
      guard rename(draft, path) == 0 else { throw .last }
    } catch {
      unlink(draft)
      throw error
    }
    flush(PrivateFolder.folder(of: path))
  }

  /// Whether there is something of that name, whatever it is.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// False when there was none.
  static func remove(_ path: String) throws(Problem) -> Bool {
    guard unlink(path) != 0 else { return true }
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw .last
  }

  private static func write(_ text: String, to path: String) throws(Problem) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)
    defer { bytes.wipe() }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { writeBytes(descriptor, $0) }
      if count > 0 { written += count }
      if count <= 0, errno != EINTR { throw .last }
    }
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// The new name reaches the disk as well; where a folder cannot be flushed, nothing is lost yet.
  private static func flush(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

extension SecretFile.Problem {
  fileprivate static var last: Self { Self(code: errno) }
}

/// `write(2)`, whose name ``SecretFile`` takes.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

extension [UInt8] {
  /// Overwrites every byte, which the optimizer must not leave out.
  ///
  /// Copies that Swift made of them are not reached: an array that is used once has none.
  package mutating func wipe() {
    withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      #if canImport(Darwin)
        _ = memset_s(start, bytes.count, 0, bytes.count)
      #else
        explicit_bzero(start, bytes.count)
      #endif
    }
  }
}
