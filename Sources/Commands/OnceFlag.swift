import Locking

/// True for the first who asks, false for all others.
struct OnceFlag: Sendable {
  private let claimed = Guarded(false)

  func claim() -> Bool {
    claimed.withLock { isClaimed in
      defer { isClaimed = true }
      return !isClaimed
    }
  }
}
