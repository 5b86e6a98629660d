import Foundation

/// The places of a case, which its servers know only after all of them listen.
final class SharedPlaces: @unchecked Sendable {
  // @unchecked Sendable because `places` is only reached under the condition's lock.
  private let condition = NSCondition()
  private var places: Places?

  func set(_ places: Places) {
    condition.withLock {
      self.places = places
      condition.broadcast()
    }
  }

  /// Blocks until they are known.
  func wait() -> Places {
    condition.withLock {
      while true {
        if let places { return places }
        condition.wait()
      }
    }
  }
}
