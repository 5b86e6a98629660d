import Foundation

/// A value that tests share between threads.
///
/// It uses `NSLock`, which ThreadSanitizer understands.
final class Box<Value: Sendable>: @unchecked Sendable {
  // @unchecked Sendable because the value is only accessed while the lock is held.
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) {
    stored = value
  }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&stored) }
  }
}

extension Box<Int> {
  /// Adds one, and returns the sum.
  @discardableResult
  func count() -> Int {
    change { value in
      value += 1
      return value
    }
  }
}
