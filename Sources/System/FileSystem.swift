import CLibrary

/// The names of files.
///
/// `unsafe` because Swift passes a path as a C string that is valid only during the call, which is
/// as long as the system reads it.
package enum FileSystem {
  /// Removes a file; returns false if there was none.
  @discardableResult
  package static func remove(_ path: String) throws(SystemError) -> Bool {
    guard unsafe unlink(path) != 0 else { return true }
    let problem = SystemError.last
    if problem.isMissingFile { return false }
    throw problem
  }

  /// Renames a file, replacing any file with that name; returns false on failure.
  @discardableResult
  package static func move(_ path: String, to name: String) -> Bool {
    unsafe rename(path, name) == 0
  }

  /// Creates an empty file that only the user can read; does not touch an existing one.
  package static func create(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try FileDescriptor(path, .create).close()
    } catch {
      guard error.code == EEXIST else { throw error }
    }
  }

  /// Removes the permissions of all other users.
  package static func makePrivate(_ path: String) { unsafe chmod(path, 0o600) }

  /// The names in a directory, without `.` and `..`; empty if it cannot be read.
  package static func names(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let length = unsafe MemoryLayout.size(ofValue: pointer.pointee)
        return unsafe pointer.withMemoryRebound(to: CChar.self, capacity: length) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
