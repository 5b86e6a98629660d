import CLibrary

/// The status of a file (stat(2)).
package struct FileStatus: Sendable {
  private let status: stat?
  private let path: String?

  /// The status of the file at a path.
  package init(of path: String, followsLinks: Bool = true) {
    var status = stat()
    let code = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
    self.status = code == 0 ? status : nil
    self.path = path
  }

  /// The status of an open file.
  package init(of descriptor: Int32) {
    var status = stat()
    self.status = unsafe fstat(descriptor, &status) == 0 ? status : nil
    path = nil
  }

  package var exists: Bool { status != nil }
  package var isDirectory: Bool { status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }
  /// Whether it is a regular file.
  package var isFile: Bool { status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false }
  /// Whether it is a pipe, named or not.
  package var isPipe: Bool { status.map { $0.st_mode & S_IFMT == S_IFIFO } ?? false }
  /// Whether it belongs to this process's effective user.
  package var isOwnedByUser: Bool { status?.st_uid == geteuid() }
  package var isOwnedByRoot: Bool { status?.st_uid == 0 }
  /// The permission bits, such as `0o755`.
  package var mode: UInt32 { status.map { UInt32($0.st_mode & 0o777) } ?? 0 }
  package var size: Int { status.map { Int($0.st_size) } ?? 0 }

  /// When the file was last written, in seconds since 1970.
  package var modifiedSeconds: Int {
    #if canImport(Darwin)
      status?.st_mtimespec.tv_sec ?? 0
    #else
      status?.st_mtim.tv_sec ?? 0
    #endif
  }

  /// The identity of the file; nil if it does not exist.
  package var identity: FileIdentity? {
    status.map {
      FileIdentity(
        device: UInt64(truncatingIfNeeded: $0.st_dev),
        number: UInt64(truncatingIfNeeded: $0.st_ino)
      )
    }
  }

  /// Whether this process may read the file at the path.
  package var isReadable: Bool { path.map { unsafe access($0, R_OK) == 0 } ?? false }
  /// Whether this process may write to the file at the path.
  package var isWritable: Bool { path.map { unsafe access($0, W_OK) == 0 } ?? false }
  /// Whether it is a regular file that this process may execute.
  package var isExecutable: Bool { isFile && path.map { unsafe access($0, X_OK) == 0 } ?? false }
}

/// Identifies a file, so that a later file at the same path is different.
package struct FileIdentity: Sendable, Equatable {
  fileprivate let device: UInt64
  fileprivate let number: UInt64
}
