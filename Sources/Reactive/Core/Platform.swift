#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// What this module takes from the C library, all in one place.
@usableFromInline package enum Platform {
  /// A number that no other living thread has.
  @usableFromInline package static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Stops in the debugger, or ends the process where there is none.
  static func stopInDebugger() {
    raise(SIGTRAP)
  }
}
