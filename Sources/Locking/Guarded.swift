#if GHSEARCH_TSAN
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A value that only one thread at a time can touch.
  ///
  /// This body stands in under ThreadSanitizer, which cannot see the futex inside
  /// `Synchronization.Mutex` on Linux and reports races that are not there. It is built with
  /// `-DGHSEARCH_TSAN`; every other build gets the `Mutex` below. Not recursive.
  package final class Guarded<Value>: @unchecked Sendable {
    // @unchecked Sendable because `value` is only reached between lock and unlock.
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init(_ value: sending Value) {
      self.value = value
      mutex = .allocate(capacity: 1)
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    package func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value)
    }
  }
#else
  private import Synchronization

  /// A value that only one thread at a time can touch.
  ///
  /// Not recursive: `withLock` inside `withLock` on the same object traps. Decide inside and act
  /// outside; never call a stranger's code from the closure.
  package final class Guarded<Value>: Sendable {
    private let mutex: Mutex<Value>

    package init(_ value: consuming sending Value) {
      mutex = Mutex(value)
    }

    package func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  }
#endif
