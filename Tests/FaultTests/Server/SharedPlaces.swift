import Foundation

/// The places of a case, which become known only once all its servers listen.
final class SharedPlaces: @unchecked Sendable {
  // @unchecked Sendable because all access to `places` happens under the condition's lock.
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
