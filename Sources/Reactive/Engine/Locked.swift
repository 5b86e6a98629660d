#if GHSEARCH_TSAN
  #if canImport(Glibc)
    public import Glibc
  #elseif canImport(Darwin)
    public import Darwin
  #endif

  /// A value that one thread at a time can touch.
  ///
  /// This body stands in under ThreadSanitizer, which cannot see the futex inside
  /// `Synchronization.Mutex` on Linux and reports races that are not there.
  @usableFromInline
  @frozen
  struct Locked<Value>: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable because the pointee is only reached between lock and unlock.
    @usableFromInline let value: UnsafeMutablePointer<Value>
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline
    init(_ initial: Value) {
      value = .allocate(capacity: 1)
      value.initialize(to: initial)
      mutex = .allocate(capacity: 1)
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
      value.deinitialize(count: 1)
      value.deallocate()
    }

    @usableFromInline
    borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return body(&value.pointee)
    }
  }
#else
  public import Synchronization

  /// A value that one thread at a time can touch.
  ///
  /// Not recursive: `withLock` inside `withLock` traps. Decide inside, act outside; a stranger's
  /// code is never called from the closure.
  @usableFromInline
  @frozen
  struct Locked<Value>: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable because the value is only reached while the mutex is held.
    @usableFromInline let mutex: Mutex<Handed<Value>>

    @inlinable
    init(_ initial: Value) {
      mutex = Mutex(Handed(initial))
    }

    @inlinable
    borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
      mutex.withLock { Handed(body(&$0.value)) }.value
    }
  }
#endif

/// A value that is handed from one owner to the next.
@usableFromInline
@frozen
struct Handed<Value>: @unchecked Sendable {
  // @unchecked Sendable because whoever makes one gives the value away and whoever opens it is the
  // only one who does; the operators that let values change threads ask for `Sendable` themselves.
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
