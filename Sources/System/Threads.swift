import CLibrary
private import Synchronization

/// Threads for work that blocks, since the threads of Swift's pool must not block.
///
/// `unsafe` because pthread_create(3) passes the work as a pointer, which retains it until the
/// thread takes it.
package enum DedicatedThread {
  /// A number unique among running threads.
  package static var currentNumber: UInt {
    #if canImport(Darwin)
      unsafe UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Runs the body on a new thread, and returns its result.
  ///
  /// If the system cannot create a thread, the body runs on the calling one.
  package static func run<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try start { continuation.resume(returning: body()) }
      } catch {
        continuation.resume(returning: body())
      }
    }
  }

  /// Runs the body on a new thread, which ends when the body returns.
  ///
  /// - Throws: ``SystemError`` if the system cannot create a thread; the body does not run then.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let context = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = unsafe pthread_create(
      &thread,
      nil,
      { context in
        #if canImport(Darwin)
          let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        #else
          guard let context = unsafe context else { return nil }
          let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        #endif
        work.body()
        return nil
      },
      unsafe context.toOpaque()
    )
    guard code == 0 else {
      unsafe context.release()
      throw SystemError(code)
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

#if GHSEARCH_TSAN
  /// A value that only one thread at a time can access.
  ///
  /// This implementation is for ThreadSanitizer, which does not understand the futex of
  /// `Synchronization.Mutex` on Linux and reports false races. It is built with `-DGHSEARCH_TSAN`;
  /// every other build uses the `Mutex` below. Not recursive.
  @safe package final class Guarded<Value>: @unchecked Sendable {
    // @unchecked Sendable because `value` is only accessed between lock and unlock.
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init(_ value: sending Value) {
      self.value = value
      unsafe mutex = .allocate(capacity: 1)
      unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
    }

    /// Calls the closure with exclusive access to the value; blocks while another thread has it.
    package func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return try body(&value)
    }
  }
#else
  /// A value that only one thread at a time can access.
  ///
  /// Not recursive: `withLock` inside `withLock` on the same object traps, so the closure must not
  /// call outside code.
  package final class Guarded<Value>: @unchecked Sendable {
    // @unchecked Sendable because `value` is only accessed with the mutex held. It is outside the
    // mutex because generic code would look up the type of such a mutex at every call.
    private let mutex = Mutex(())
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Calls the closure with exclusive access to the value; blocks while another thread has it.
    package func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock { _ throws(Failure) in try body(&value) }
    }
  }
#endif

extension Guarded<Bool> {
  /// Sets the flag; returns true to the one caller that finds it unset.
  package func claim() -> Bool {
    withLock { isClaimed in
      defer { isClaimed = true }
      return !isClaimed
    }
  }
}
