#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread for work that waits, which the threads of Swift's own tasks must not do.
package enum DedicatedThread {
  /// Runs the body on a thread of its own, and returns what it returns.
  package static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async
    -> Result
  {
    await withCheckedContinuation { continuation in
      start(Work { continuation.resume(returning: body()) })
    }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// A system without room for one more thread has the work done here.
  private static func start(_ work: Work) {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(work)
    let problem = pthread_create(
      &thread,
      nil,
      { context in
        #if canImport(Darwin)
          let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        #else
          guard let context else { return nil }
          let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        #endif
        work.body()
        return nil
      },
      context.toOpaque()
    )
    guard problem == 0 else { return context.takeRetainedValue().body() }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }
}
