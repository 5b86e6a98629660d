private import Synchronization
import System

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a session does with signals: those that end the process restore the terminal first, and
/// those that report an event are passed on through a pipe.
struct SignalHandlers: Sendable {
  /// Every signal that ends a process by default and can be caught.
  private static let ending = [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2,
    SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS,
  ]
  private static let reported = [SIGWINCH, SIGCONT, SIGTSTP]

  /// What was done with each signal before.
  private let previous: [Int32: SignalAction]

  /// The numbers of the reported signals are written to the pipe.
  init(pipe: borrowing WakePipe) {
    signalPipe.store(pipe.writer, ordering: .sequentiallyConsistent)
    var previous: [Int32: SignalAction] = [:]
    for number in Self.ending { previous[number] = Self.install(endByDefault, for: number) }
    for number in Self.reported { previous[number] = Self.install(passOn, for: number) }
    self.previous = previous
  }

  func remove() {
    for (number, action) in previous { action.install(for: number) }
    signalPipe.store(-1, ordering: .sequentiallyConsistent)
  }

  /// What the signal did before; nil for a signal that the process ignored before, and goes on
  /// ignoring.
  private static func install(
    _ handler: @escaping @convention(c) (Int32) -> Void,
    for number: Int32
  ) -> SignalAction? {
    let old = SignalAction(of: number)
    if old.isIgnored { return nil }
    SignalAction(handler).install(for: number)
    return old
  }

  /// Stops the process group, as the terminal does for ^Z; back when it has been continued.
  func stop() {
    guard previous[SIGTSTP] != nil else { return }
    wasContinued.store(false, ordering: .sequentiallyConsistent)
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    waitUntilContinued()
    _ = Self.install(passOn, for: SIGTSTP)
  }

  /// The stop comes a moment after `kill`; a group that no shell looks after is never stopped.
  private func waitUntilContinued() {
    var attempts = 20
    while !wasContinued.load(ordering: .acquiring), attempts > 0 {
      poll(nil, 0, 5)
      attempts -= 1
    }
  }

  /// Runs something that no signal of this thread may cut in two.
  static func blocking<Result>(_ body: () -> Result) -> Result {
    var all = sigset_t()
    var old = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &old)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
    return body()
  }
}

// MARK: In signal context

// What follows runs in signal handlers: only atomics and calls of signal-safety(7).

/// The pipe that gets the numbers of reported signals.
private let signalPipe = Atomic<Int32>(-1)
private let wasContinued = Atomic<Bool>(false)

private func endByDefault(_ number: Int32) {
  Restore.perform()
  signal(number, SIG_DFL)
  // Delivered when the handler returns, since it is blocked as long as that runs.
  raise(number)
}

private func passOn(_ number: Int32) {
  let savedErrno = errno
  if number == SIGCONT { wasContinued.store(true, ordering: .sequentiallyConsistent) }
  var byte = UInt8(truncatingIfNeeded: number)
  _ = unsafe write(signalPipe.load(ordering: .acquiring), &byte, 1)
  errno = savedErrno
}

/// A spare stack for the signal handlers of one thread, for when its own is full.
///
/// Safe because only `init` and `remove` touch the memory, and the thread that made it calls both.
@safe struct SignalStack {
  private static let size = 64 * 1024

  private let memory: UnsafeMutableRawPointer
  private var previous = unsafe stack_t()

  /// For the calling thread, which is to call `remove` too.
  init() {
    unsafe memory = .allocate(byteCount: Self.size, alignment: 16)
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = memory
    // Its type is unsigned on macOS.
    unsafe stack.ss_size = .init(Self.size)
    unsafe sigaltstack(&stack, &previous)
  }

  func remove() {
    var previous = unsafe previous
    unsafe sigaltstack(&previous, nil)
    unsafe memory.deallocate()
  }
}
