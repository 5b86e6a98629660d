#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a signal does (sigaction(2)).
package struct SignalAction: @unchecked Sendable {
  // @unchecked Sendable because the function pointer in it is only handed to sigaction(2).
  private var value = sigaction()

  /// As it is now.
  package init(of number: Int32) {
    sigaction(number, nil, &value)
  }

  /// All other signals wait while the handler runs, and it runs on the thread's spare stack if it
  /// has one, since a full stack is one of the reasons to be called.
  init(_ handler: @escaping @convention(c) (Int32) -> Void) {
    sigfillset(&value.sa_mask)
    value.sa_flags = Int32(SA_RESTART) | Int32(SA_ONSTACK)
    #if canImport(Darwin)
      value.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      value.__sa_handler.sa_handler = handler
    #else
      value.__sigaction_handler.sa_handler = handler
    #endif
  }

  func install(for number: Int32) {
    var value = value
    sigaction(number, &value, nil)
  }

  package var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = value.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = value.__sa_handler.sa_handler
    #else
      let handler = value.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
