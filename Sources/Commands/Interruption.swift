import Locking
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ends the program as the user asks: what is being done is cancelled, and then the signal takes
/// its course, so that a shell sees what ended us.
package enum Interruption {
  /// Of the signals that ask for an end, those that whoever started us does not have us ignore.
  ///
  /// Blocked before there is a second thread, so that no thread but the waiting one gets them. All
  /// others act as usual, whatever whoever started us had blocked.
  package static func block() {
    var set = handled()
    pthread_sigmask(SIG_SETMASK, &set, nil)
  }

  /// Runs the body beside the calling thread, which waits for signals, and ends the process with it.
  ///
  /// Signals that come during `preparation`, on the calling thread, are heard after it; in what may last
  /// longer than one notices, ``endAtOnce(_:)`` hears them.
  ///
  /// Called on the main thread, since libdispatch would unblock every signal there.
  package static func run(
    _ body: @escaping @Sendable () async -> ExitStatus,
    meanwhile preparation: () -> Void = {}
  ) -> Never {
    let arrival = Guarded<Int32?>(nil)
    let task = Task.detached {
      let status = await body()
      if let number = arrival.withLock({ $0 }) { end(by: number) }
      // Not `exit`, whose handlers take OpenSSL apart while libcurl's thread may still be in it. All
      // output is written by now: nothing of ours waits in a buffer.
      _exit(status.rawValue)
    }
    preparation()
    let number = nextSignal()
    arrival.withLock { $0 = number }
    task.cancel()
    // The body may be stuck in a call that nothing cancels, such as reading standard input.
    usleep(grace)
    end(by: number)
  }

  /// Has the signals that ask for an end take their usual course while the body runs on this thread.
  package static func endAtOnce(_ body: () -> Void) {
    var set = handled()
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    body()
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Microseconds for the last words.
  private static let grace: useconds_t = 300_000

  private static func nextSignal() -> Int32 {
    var set = handled()
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
    return number
  }

  private static func end(by number: Int32) -> Never {
    // Not reset before: who has put the terminal into another state handles it, and puts it back.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), number)
    _exit(128 + number)
  }

  private static func handled() -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    // Ignored as after `nohup`, or in the background of a script.
    for number in [SIGINT, SIGTERM, SIGHUP] where !SignalAction(of: number).isIgnored {
      sigaddset(&set, number)
    }
    return set
  }
}
