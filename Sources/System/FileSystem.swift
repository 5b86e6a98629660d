import CLibrary

/// Creates directories that only the user can read.
package enum PrivateDirectory {
  /// Creates the directory and those above it; those that exist keep their mode.
  package static func make(_ directory: String) {
    guard unsafe mkdir(directory, 0o700) != 0, errno == ENOENT,
      let slash = directory.lastIndex(of: "/"),
      slash != directory.startIndex
    else { return }
    make(String(directory[..<slash]))
    unsafe mkdir(directory, 0o700)
  }

  /// Creates the directory of a file.
  package static func make(for file: String) { make(Self.path(of: file)) }

  /// The directory of a path; `.` for a path without a slash.
  package static func path(of path: String) -> String {
    path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
  }
}

/// The names of files.
///
/// `unsafe` in this file because Swift passes a path as a C string that is valid only during the call, which
/// is as long as the system reads it.
package enum FileSystem {
  /// Removes a file's name; false if there was none.
  @discardableResult
  package static func remove(_ path: String) throws(SystemError) -> Bool {
    guard unsafe unlink(path) != 0 else { return true }
    let problem = SystemError.last
    if problem.isMissingFile { return false }
    throw problem
  }

  /// Renames a file, replacing one that has the name; false if that failed.
  @discardableResult
  package static func move(_ path: String, to name: String) -> Bool {
    unsafe rename(path, name) == 0
  }

  /// Creates an empty file that only the user can read; leaves an existing file of that name alone.
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

/// Finds programs in `PATH`.
package enum ProgramPath {
  /// The path of the first executable file of that name in `PATH`; nil if there is none.
  ///
  /// Ignores relative directories, since others may have written to the working directory. A name with a
  /// slash is already a path.
  package static func find(_ name: String, in environment: [String: String]) -> String? {
    guard !name.contains("/") else { return FileStatus(of: name).isExecutable ? name : nil }
    return (environment["PATH"] ?? "").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }
      .map { "\($0)/\(name)" }
      .first { FileStatus(of: $0).isExecutable }
  }
}

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

/// A lock between processes, held until the value or its process ends (flock(2)).
package struct FileLock: ~Copyable {
  private let file: FileDescriptor

  /// Why a lock could not be taken.
  package enum Problem: Error {
    /// Another process holds it.
    case taken
    /// The file cannot be opened or locked: no such directory, no permission, not a regular file, …
    case impossible
  }

  /// Takes the lock without waiting; creates the file if it is missing.
  package init(_ path: String) throws(Problem) {
    guard let file = try? FileDescriptor(path, .append) else { throw .impossible }
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK || errno == EINTR ? .taken : .impossible
    }
    self.file = file
  }

  /// Takes the lock of a directory; blocks until its holder releases it.
  package init(directory path: String) throws(Problem) {
    guard let file = try? FileDescriptor(directory: path), flock(file.number, LOCK_EX) == 0 else {
      throw .impossible
    }
    self.file = file
  }

  // Closing the file is not enough: a process that is just being started has it open too.
  deinit { flock(file.number, LOCK_UN) }

  /// Takes the lock as soon as its holder releases it; creates its directory if it is missing.
  ///
  /// `retryDelay` waits some milliseconds between attempts. A holder needs a millisecond, so after
  /// 200 attempts this throws ``Problem/taken``: a stopped process must not stop others.
  package static func take(
    _ path: String,
    retryDelay: @Sendable () async throws -> Void
  ) async throws(Problem) -> Self {
    for attempt in 0..<maxLockAttempts {
      do throws(Problem) {
        return try Self(path)
      } catch .impossible {
        guard attempt == 0 else { throw .impossible }
        PrivateDirectory.make(for: path)
      } catch {
        do { try await retryDelay() } catch { throw .taken }
      }
    }
    throw .taken
  }

  private static let maxLockAttempts = 200

  /// Runs the body, and holds the lock until it ends, whatever the optimizer thinks of a value that is not used
  /// again.
  package borrowing func holding<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withExtendedLifetime(self, body)
  }
}

/// Reads small files that may contain a secret, after checking their owner and permissions.
package enum GuardedFile {
  /// Which files are read.
  package enum Policy: Sendable {
    /// A file of the user that others cannot read, and no link to one.
    case secret
    /// A file that other programs write and others may read; a directory counts as a missing file, since `.env` may
    /// be one of Python.
    case sharedConfiguration
  }

  /// Why an existing file was not read.
  package enum Problem: Error, Sendable, Equatable {
    case unreadable(errno: Int32)
    case symbolicLink
    /// A directory, a pipe, a device, …
    case notRegular
    case otherOwner
    /// The permission bits, as in `0o644`.
    case readableByOthers(mode: UInt32)
    /// More bytes than the limit.
    case tooLarge
    case notText
  }

  package static let maxFileBytes = 64 * 1024

  /// The text of the file without a byte order mark; nil if the file does not exist.
  package static func text(at path: String, policy: Policy) throws(Problem) -> String? {
    try bytes(at: path, policy: policy).map(decode)
  }

  /// The bytes of the file; nil if the file does not exist.
  ///
  /// Checks the open file rather than its path, so that it cannot be replaced in between. Opening never
  /// waits, even for a pipe.
  package static func bytes(
    at path: String,
    policy: Policy,
    largest: Int = maxFileBytes
  ) throws(Problem) -> [UInt8]? {
    guard let file = try open(path, policy) else { return nil }
    let status = file.status
    guard status.exists else { throw .unreadable(errno: SystemError.last.code) }
    if status.isDirectory, policy == .sharedConfiguration { return nil }
    try check(status, policy, largest)
    do throws(SystemError) {
      if let bytes = try FileDescriptor.readAll(from: file.number, atMost: largest) { return bytes }
    } catch {
      throw .unreadable(errno: error.code)
    }
    throw .tooLarge
  }

  /// The first bytes of a regular file, whoever owns it; empty if it cannot be read.
  ///
  /// Shows what kind of file ``bytes(at:policy:largest:)`` refused.
  package static func start(at path: String, atMost count: Int) -> [UInt8] {
    guard let file = try? FileDescriptor(path, .read, followsLinks: true), file.status.isFile else {
      return []
    }
    return (try? file.bytes(atMost: count)) ?? []
  }

  /// Nil when there is no such file.
  private static func open(_ path: String, _ policy: Policy) throws(Problem) -> FileDescriptor? {
    do throws(SystemError) {
      return try FileDescriptor(path, .read, followsLinks: policy == .sharedConfiguration)
    } catch {
      if error.isMissingFile { return nil }
      if error.isLinkRefusal, policy == .secret { throw .symbolicLink }
      throw .unreadable(errno: error.code)
    }
  }

  private static func check(
    _ status: FileStatus,
    _ policy: Policy,
    _ largest: Int
  ) throws(Problem) {
    guard status.isFile else { throw .notRegular }
    let isShared = policy == .sharedConfiguration
    guard status.isOwnedByUser || isShared && status.isOwnedByRoot else { throw .otherOwner }
    guard isShared || status.mode & 0o077 == 0 else {
      throw .readableByOthers(mode: status.mode)
    }
    guard status.size <= largest else { throw .tooLarge }
  }

  private static func decode(_ bytes: [UInt8]) throws(Problem) -> String {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard !content.contains(0), let text = String(validating: content, as: UTF8.self) else {
      throw .notText
    }
    return text
  }
}

/// The directories for a user's files (XDG Base Directory Specification).
package struct UserDirectories: Sendable {
  private let environment: [String: String]

  package init(_ environment: [String: String]) {
    self.environment = environment
  }

  /// `XDG_CONFIG_HOME`, or `~/.config`; nil if there is neither.
  package var config: String? { directory(in: "XDG_CONFIG_HOME") ?? inHome(".config") }

  /// `XDG_STATE_HOME`, or `~/.local/state`; nil if there is neither.
  package var state: String? { directory(in: "XDG_STATE_HOME") ?? inHome(".local/state") }

  /// `XDG_DATA_HOME`, or `~/.local/share`; nil if there is neither.
  package var data: String? { directory(in: "XDG_DATA_HOME") ?? inHome(".local/share") }

  /// `XDG_CACHE_HOME`, or `~/.cache`; nil if there is neither.
  package var cache: String? { directory(in: "XDG_CACHE_HOME") ?? inHome(".cache") }

  /// The configuration directory of gh.
  package var gh: String? { directory(in: "GH_CONFIG_DIR") ?? config.map { "\($0)/gh" } }

  private func inHome(_ path: String) -> String? {
    directory(in: "HOME").map { "\($0)/\(path)" }
  }

  /// Ignores relative paths, as the specification requires.
  private func directory(in variable: String) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
