import CLibrary

/// A lock between processes, held until the value or its process ends (flock(2)).
package struct FileLock: ~Copyable {
  private let file: FileDescriptor

  /// The reason why a lock could not be acquired.
  package enum Problem: Error {
    /// Another process holds it.
    case taken
    /// The file cannot be opened or locked: no such directory, no permission, not a regular file, …
    case impossible
  }

  /// Acquires the lock without waiting; creates the file if it is missing.
  package init(_ path: String) throws(Problem) {
    guard let file = try? FileDescriptor(path, .append) else { throw .impossible }
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK || errno == EINTR ? .taken : .impossible
    }
    self.file = file
  }

  /// Acquires the lock of a directory; blocks until its holder releases it.
  package init(directory path: String) throws(Problem) {
    guard let file = try? FileDescriptor(directory: path), flock(file.number, LOCK_EX) == 0 else {
      throw .impossible
    }
    self.file = file
  }

  // Closing the file is not enough, since a process being started may have it open too.
  deinit { flock(file.number, LOCK_UN) }

  /// Acquires the lock as soon as its holder releases it; creates its directory if it is missing.
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

  /// Runs the body while holding the lock, which the optimizer would not guarantee.
  package borrowing func holding<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withExtendedLifetime(self, body)
  }
}
