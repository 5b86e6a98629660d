#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that belongs to nobody: for what blocks for as long as the process lives.
package enum DetachedThread {
  /// Runs the body on a new thread, which ends when the body returns.
  ///
  /// Throws the system's error number when there is no thread to be had.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(Problem) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread,
      nil,
      { context in
        #if canImport(Darwin)
          let box = Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
        #else
          guard let context else { return nil }
          let box = Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
        #endif
        box.body()
        return nil
      },
      box.toOpaque()
    )
    guard status == 0 else {
      box.release()
      throw Problem(errno: status)
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  package struct Problem: Error, Sendable {
    package let errno: Int32
  }
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}
