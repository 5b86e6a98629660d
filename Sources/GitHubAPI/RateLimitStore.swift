import System

/// Holds the ``RateLimiter`` for all requests: in memory, or in a file that processes share.
///
/// The file is read whole and replaced whole, under a lock on a file beside it. If it cannot be used (no home, a full or
/// read-only disk, a lock that is not released), the process continues with its own knowledge, without a message: the
/// file prevents refusals, and no request fails because of it.
package final class RateLimitStore: Sendable {
  private struct State {
    /// The directory of the file; nil for a limiter in memory, and once the file cannot be used.
    var directory: String?
    /// The limiter as last known.
    var limiter = RateLimiter()
  }

  private let state: Guarded<State>
  private let boot: String
  private let lockRetryDelay: @Sendable () async throws -> Void

  /// A store in a directory, or in memory if there is none.
  ///
  /// `boot` identifies the last boot of the machine; `lockRetryDelay` waits some milliseconds for another process to
  /// release the lock.
  package init(
    directory: String? = nil,
    boot: String = "",
    lockRetryDelay: @escaping @Sendable () async throws -> Void = {}
  ) {
    state = Guarded(State(directory: directory))
    (self.boot, self.lockRetryDelay) = (boot, lockRetryDelay)
  }

  /// Reads and changes the limiter while no other call or process can; `change` must not block.
  ///
  /// Canceling the task does not cancel the update, since every request that was sent is recorded.
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

  /// Nil if the file cannot be locked; `change` is not called then.
  private func update<Result: Sendable>(
    in directory: String,
    _ change: @Sendable (inout RateLimiter) -> Result
  ) async -> Result? {
    let path = "\(directory)/rate-limits"
    guard let lock = try? await FileLock.take("\(path).lock", retryDelay: lockRetryDelay) else {
      return nil
    }
    return lock.holding {
      // One that cannot be read is replaced.
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
