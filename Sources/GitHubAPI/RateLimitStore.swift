import System

/// Stores the ``RateLimiter`` for all requests, in memory or in a file shared by processes.
///
/// The file is read and replaced as a whole, under a lock on a separate file. If it cannot be used
/// (no home, a full or read-only disk, a lock that is not released), the process continues with its
/// own data, without a message: the file only prevents refusals, and no request fails because of
/// it.
package final class RateLimitStore: Sendable {
  private struct State {
    /// The directory of the file; nil for a limiter in memory, or once the file cannot be used.
    var directory: String?
    /// The limiter as last known.
    var limiter = RateLimiter()
  }

  private let state: Guarded<State>
  private let boot: String
  private let lockRetryDelay: @Sendable () async throws -> Void

  /// Creates a store in a directory, or in memory if there is none.
  ///
  /// `boot` identifies the machine's current boot; `lockRetryDelay` waits some milliseconds for
  /// another process to release the lock.
  package init(
    directory: String? = nil,
    boot: String = "",
    lockRetryDelay: @escaping @Sendable () async throws -> Void = {}
  ) {
    state = Guarded(State(directory: directory))
    (self.boot, self.lockRetryDelay) = (boot, lockRetryDelay)
  }

  /// Reads and changes the limiter exclusively; `change` must not block.
  ///
  /// Canceling the task does not cancel the update, since every request that was sent must be
  /// recorded.
  func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout RateLimiter) -> Result
  ) async -> Result {
    if let directory = state.withLock(\.directory) {
      let result = await Task { await update(in: directory, change) }.value
      if let result { return result }
      state.withLock { $0.directory = nil }
    }
    return state.withLock { change(&$0.limiter) }
  }

  /// Updates the file; returns nil without calling `change` if it cannot be locked.
  private func update<Result: Sendable>(
    in directory: String,
    _ change: @Sendable (inout RateLimiter) -> Result
  ) async -> Result? {
    let path = "\(directory)/rate-limits"
    guard let lock = try? await FileLock.take("\(path).lock", retryDelay: lockRetryDelay) else {
      return nil
    }
    return lock.holding {
      // An unreadable file is replaced.
      let text = (try? GuardedFile.text(at: "\(path).json", policy: .secret)) ?? nil
      let before = text.flatMap { RateLimiter(Array($0.utf8), boot: boot) }
      var after = before ?? state.withLock { $0.limiter }
      let result = change(&after)
      state.withLock { [after] in $0.limiter = after }
      if after == before { return result }
      do throws(SystemError) {
        try AtomicFile.replace("\(path).json", with: after.file(boot: boot), isLocked: true)
      } catch {
        state.withLock { $0.directory = nil }
      }
      return result
    }
  }
}
