#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system says of a path.
struct FileStatus {
  private let status: stat?
  private let path: String

  /// Links are followed.
  init(of path: String) {
    var status = stat()
    self.status = stat(path, &status) == 0 ? status : nil
    self.path = path
  }

  var exists: Bool { status != nil }
  var isFolder: Bool { status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }
  var isFile: Bool { status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false }
  /// The permission bits, as in `0o755`.
  var mode: UInt32 { status.map { UInt32($0.st_mode & 0o777) } ?? 0 }
  var isReadable: Bool { access(path, R_OK) == 0 }
  var isWritable: Bool { access(path, W_OK) == 0 }
  var isExecutable: Bool { isFile && access(path, X_OK) == 0 }
}
