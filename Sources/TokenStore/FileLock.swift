#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock that processes share, held until it is released or its holder is gone (flock(2)).
package struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Why there is no lock.
  package enum Problem: Error {
    /// Somebody else has it now.
    case taken
    /// There is no such place, it may not be written to, it is no plain file, …
    case impossible
  }

  /// Takes the lock at once or not at all; the file is made when it is not there.
  package init(_ path: String) throws(Problem) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { throw .impossible }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let problem = errno
      close(descriptor)
      throw problem == EWOULDBLOCK || problem == EINTR ? .taken : .impossible
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Takes the lock as soon as its holder lets go, which is given up after a while: a holder needs
  /// a millisecond, and one that was stopped in it must not stop others.
  ///
  /// The folder is made when it is not there; `rest` waits some milliseconds.
  package static func take(
    _ path: String,
    rest: @Sendable () async throws -> Void
  ) async throws(Problem) -> Self {
    for attempt in 0..<mostAttempts {
      do throws(Problem) {
        return try Self(path)
      } catch .impossible {
        guard attempt == 0 else { throw .impossible }
        PrivateFolder.make(for: path)
      } catch {
        do { try await rest() } catch { throw .taken }
      }
    }
    throw .taken
  }

  private static let mostAttempts = 200
}
