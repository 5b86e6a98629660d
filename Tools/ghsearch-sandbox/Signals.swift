import Foundation

/// The signals on which this process shuts down cleanly: SIGINT, SIGTERM, SIGHUP and SIGQUIT.
enum Signals {
  struct Arrival: Sendable {
    let number: Int32
    /// Whether the kernel sent it for the terminal, to the whole process group.
    let isFromTerminal: Bool
  }

  /// Every received signal, for one reader.
  static var arrivals: AsyncStream<Arrival> { channel.stream }

  private static let channel = AsyncStream.makeStream(of: Arrival.self)

  static var handled: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&set, number) }
    return set
  }

  /// Blocks the signals in this thread and in all threads it starts, so that `receive` gets them.
  static func block() {
    var set = handled
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Reports each signal; occupies the calling thread until the process ends.
  ///
  /// Call it on the main thread, which Dispatch would otherwise park with all signals unblocked.
  static func receive() -> Never {
    while true { channel.continuation.yield(wait()) }
  }

  #if os(Linux)
    private static func wait() -> Arrival {
      var set = handled
      var information = siginfo_t()
      var number: Int32 = -1
      while number < 0 { number = sigwaitinfo(&set, &information) }
      return Arrival(number: number, isFromTerminal: information.si_code == sentByKernel)
    }

    /// `SI_KERNEL` of sigaction(2), a macro that Swift does not see.
    private static let sentByKernel: Int32 = 0x80
  #else
    /// Without sigwaitinfo, the signal's number shows whether it came from the terminal.
    private static func wait() -> Arrival {
      var set = handled
      var number: Int32 = 0
      while sigwait(&set, &number) != 0 {}
      return Arrival(number: number, isFromTerminal: number == SIGINT || number == SIGQUIT)
    }
  #endif
}
