import CLibrary

/// Replaces a small file atomically by one that only the user can read.
package enum AtomicFile {
  /// Writes a temporary file in the same directory and renames it; a failure leaves the old file.
  ///
  /// Of several processes that replace the file at the same time, the last one wins. With `isDurable`,
  /// the bytes are on the disk when this returns; otherwise a crash of the machine may leave a broken
  /// file. A process that is killed leaves its temporary file; with `isLocked`, no other process writes the
  /// file now, and the temporary file of an earlier one is replaced.
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
