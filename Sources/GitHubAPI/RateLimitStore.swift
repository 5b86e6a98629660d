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
    var isShared: Bool
    /// The limiter as last known, which is used if the file cannot be.
    var limiter: RateLimiter
  }

  private let sharing: Sharing?
  private let boot: String
  private let state: Guarded<State>

  package init(_ limiter: RateLimiter = RateLimiter()) {
    sharing = nil
    boot = ""
    state = Guarded(State(isShared: false, limiter: limiter))
  }

  /// A store for all processes that share a file; `boot` identifies the last boot of the machine.
  package init(boot: String, sharing: @escaping Sharing) {
    self.sharing = sharing
    self.boot = boot
    state = Guarded(State(isShared: true, limiter: RateLimiter()))
  }

  /// Reads and changes the limiter while no other call or process can; `change` must not block.
  ///
  /// Canceling the task does not cancel the update, since every request that was sent is recorded.
  func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout RateLimiter) -> Result
  ) async -> Result {
    guard let sharing, state.withLock({ $0.isShared }) else { return updateOwn(change) }
    let result = Guarded<Result?>(nil)
    let isUsable = await Task { [boot, state] in
      await sharing { content in
        let (changed, file) = Self.apply(change, to: content, boot: boot, state)
        result.withLock { $0 = changed }
        return file
      }
    }.value
    if !isUsable { state.withLock { $0.isShared = false } }
    return result.withLock { $0 } ?? updateOwn(change)
  }

  /// The result of a change, and the content to write; nil to leave it unchanged.
  private static func apply<Result: Sendable>(
    _ change: @Sendable (inout RateLimiter) -> Result,
    to content: [UInt8]?,
    boot: String,
    _ state: Guarded<State>
  ) -> (Result, file: [UInt8]?) {
    var before: RateLimiter?
    var isOurs = true
    switch content.map({ RateLimiter.read($0, boot: boot) }) {
    case .limiter(let limiter): before = limiter
    case .newer: isOurs = false
    case .unusable, nil: break
    }
    var limiter = before ?? state.withLock { $0.limiter }
    let result = change(&limiter)
    let after = limiter
    state.withLock { $0 = State(isShared: $0.isShared && isOurs, limiter: after) }
    return (result, isOurs && after != before ? after.file(boot: boot) : nil)
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
