import System

/// Holds the ``RateLimiter`` for all requests: in memory, or in a file that processes share.
///
/// If the file cannot be used (no home, a full or read-only disk, a lock that is not released), the process
/// continues with its own knowledge, without a message: the file prevents refusals, and no request fails
/// because of it.
package final class RateLimitStore: Sendable {
  /// Reads and replaces the shared content while no other process can.
  ///
  /// Calls `change` once with the content, which is nil if there is none, and writes what it returns
  /// unless that is nil. Returns false if the content could not be read or written. It is then
  /// unchanged, and `change` may not have been called.
  package typealias Sharing =
    @Sendable (_ change: @Sendable (_ content: [UInt8]?) -> [UInt8]?) async -> Bool

  private struct State {
    /// Nil for a limiter in memory, and once the file cannot be used.
    var sharing: Sharing?
    /// The limiter as last known.
    var limiter = RateLimiter()
  }

  private let boot: String
  private let state: Guarded<State>

  /// A store for all processes that share a file, or one in memory; `boot` identifies the last boot of the machine.
  package init(boot: String = "", sharing: Sharing? = nil) {
    self.boot = boot
    state = Guarded(State(sharing: sharing))
  }

  /// Reads and changes the limiter while no other call or process can; `change` must not block.
  ///
  /// Canceling the task does not cancel the update, since every request that was sent is recorded.
  func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout RateLimiter) -> Result
  ) async -> Result {
    guard let sharing = state.withLock({ $0.sharing }) else { return updateOwn(change) }
    let result = Guarded<Result?>(nil)
    let isUsable = await Task { [boot, state] in
      await sharing { content in
        let before = content.flatMap { RateLimiter($0, boot: boot) }
        var limiter = before ?? state.withLock { $0.limiter }
        let changed = change(&limiter)
        let after = limiter
        result.withLock { $0 = changed }
        state.withLock { $0.limiter = after }
        return after != before ? after.file(boot: boot) : nil
      }
    }.value
    if !isUsable { state.withLock { $0.sharing = nil } }
    return result.withLock { $0 } ?? updateOwn(change)
  }

  private func updateOwn<Result: Sendable>(
    _ change: @Sendable (inout RateLimiter) -> Result
  ) -> Result {
    state.withLock { change(&$0.limiter) }
  }
}

extension RateLimitStore {
  /// A store for all processes that share a file in a directory, read whole and replaced whole, under a lock on a
  /// file beside it; in memory if there is no directory.
  ///
  /// `lockRetryDelay` waits some milliseconds for another process to release the lock.
  package convenience init(
    directory: String?,
    boot: String,
    lockRetryDelay: @escaping @Sendable () async throws -> Void
  ) {
    guard let directory else {
      self.init()
      return
    }
    self.init(boot: boot) { change in
      let path = "\(directory)/rate-limits.lock"
      guard let lock = try? await FileLock.take(path, retryDelay: lockRetryDelay) else {
        return false
      }
      return lock.holding {
        let path = "\(directory)/rate-limits.json"
        // One that cannot be read is replaced.
        let text = try? GuardedFile.text(at: path, policy: .secret)
        guard let content = change((text ?? nil).map({ Array($0.utf8) })) else { return true }
        return (try? AtomicFile.replace(path, with: content, isLocked: true)) != nil
      }
    }
  }
}
