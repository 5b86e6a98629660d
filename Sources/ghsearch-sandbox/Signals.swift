import Foundation

/// The signals that end this process in its own way: SIGINT, SIGTERM, SIGHUP and SIGQUIT.
enum Signals {
  struct Arrival: Sendable {
    let number: Int32
    /// Whether the kernel sent it on behalf of the terminal, to the whole group.
    let isFromTerminal: Bool
  }

  /// Every signal that came, for one reader.
  static var arrivals: AsyncStream<Arrival> { channel.stream }

  private static let channel = AsyncStream.makeStream(of: Arrival.self)

  static var handled: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&set, number) }
    return set
  }

  /// Blocks them in this thread and in all that are started after it, so that `receive` gets them.
  static func block() {
    var set = handled
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Reports each signal that comes; keeps the calling thread until the process ends.
  ///
  /// It must be the main thread: Dispatch would park that one with all signals unblocked.
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
    /// Without sigwaitinfo, signals of the terminal are recognized by their numbers.
    private static func wait() -> Arrival {
      var set = handled
      var number: Int32 = 0
      while sigwait(&set, &number) != 0 {}
      return Arrival(number: number, isFromTerminal: number == SIGINT || number == SIGQUIT)
    }
  #endif
}
