import CLibrary

/// Atomically replaces a small file with one that only the user can read.
package enum AtomicFile {
  /// Writes a temporary file in the same directory and renames it; a failure keeps the old file.
  ///
  /// If several processes replace the file concurrently, the last one wins. With `isDurable`, the
  /// bytes are on the disk when this returns; otherwise a system crash may leave a broken file. A
  /// killed process leaves its temporary file; with `isLocked`, no other process is writing the
  /// file, and an earlier temporary file is replaced.
  package static func replace(
    _ path: String,
    with bytes: [UInt8],
    isDurable: Bool = false,
    isLocked: Bool = false
  ) throws(SystemError) {
    let suffix = isLocked ? "new" : String(UInt64.random(in: 0 ... .max), radix: 16)
    let draft = "\(path).\(suffix)"
    if isLocked { try FileSystem.remove(draft) }
    let file = try FileDescriptor(draft, .create)
    do throws(SystemError) {
      try file.write(bytes)
      if isDurable { try file.flush() }
      try file.close()
      guard unsafe rename(draft, path) == 0 else { throw .last }
    } catch {
      unsafe unlink(draft)
      throw error
    }
    // A directory that cannot be flushed is not an error, since the file is written.
    if isDurable { try? FileDescriptor(directory: PrivateDirectory.path(of: path)).flush() }
  }
}
