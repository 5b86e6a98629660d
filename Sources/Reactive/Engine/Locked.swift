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
  @usableFromInline package struct Locked<Value>: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable because the pointee is only reached between lock and unlock.
    @usableFromInline let value: UnsafeMutablePointer<Value>
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline package init(_ initial: Value) {
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
    package borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return body(&value.pointee)
    }
  }
#else
  public import Synchronization

  /// A value that one thread at a time can touch.
  ///
  /// Not recursive: `withLock` inside `withLock` traps. Decide inside, act outside; code of others
  /// is never called from the closure.
  @usableFromInline package struct Locked<Value>: ~Copyable, @unchecked Sendable {
    // @unchecked Sendable because the value is only reached while the mutex is held.
    @usableFromInline let mutex: Mutex<Unchecked<Value>>

    @inlinable package init(_ initial: Value) {
      mutex = Mutex(Unchecked(initial))
    }

    @inlinable package borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
      mutex.withLock { Unchecked(body(&$0.value)) }.value
    }
  }
#endif

/// A value in a ``Locked``, or on the way out of one.
@usableFromInline struct Unchecked<Value>: @unchecked Sendable {
  // @unchecked Sendable because only the thread that holds the mutex sees it, or is handed it.
  @usableFromInline var value: Value

  @inlinable init(_ value: Value) {
    self.value = value
  }
}

extension Locked {
  /// Puts a new value in place, and returns the old one, to be released outside the lock.
  @inlinable package borrowing func replace(with new: Value) -> Value {
    withLock { exchange(&$0, with: new) }
  }

  /// Takes the value out, once.
  @inlinable package borrowing func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
    replace(with: nil)
  }
}
