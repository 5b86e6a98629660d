import CLibrary
private import Synchronization
import System

/// Restores the terminal to its original state, exactly once and from anywhere.
///
/// `perform` is async-signal-safe (signal-safety(7)). It calls poll, write, tcsetattr and
/// nanosleep, accesses only atomics and memory initialized earlier, and uses no generics, so that
/// even a debug build calls no runtime function that takes a lock. `objdump -dr` of this file shows
/// it.
enum Restore {
  /// The work to do.
  ///
  /// Its memory is never changed or freed once armed, because a handler on another thread may be
  /// reading it.
  @unsafe struct Plan {
    fileprivate let terminal: Int32
    fileprivate let attributes: UnsafePointer<termios>
    /// Ends a frame that may be incomplete, then disables every mode.
    fileprivate let bytes: UnsafePointer<UInt8>
    fileprivate let count: Int
  }

  struct Address: Sendable {
    fileprivate let bits: UInt
  }

  /// The plan's address; 0 if there is nothing to restore.
  private static let armed = Atomic<UInt>(0)
  /// The number of threads in `perform`.
  private static let performers = Atomic<Int>(0)

  static var isArmed: Bool { armed.load(ordering: .acquiring) != 0 }

  /// Sets the plan to restore from now on.
  static func arm(_ plan: Address) {
    // Accessed here so that no handler is the first to do so: Swift initializes globals on first
    // use.
    performers.add(0, ordering: .sequentiallyConsistent)
    armed.store(plan.bits, ordering: .sequentiallyConsistent)
  }
}

// MARK: Making a plan

extension Restore.Address {
  /// Ends a string, a synchronized update and a style; has no effect otherwise.
  private static let frameEnd = "\u{1B}\\\u{1B}[?2026l\u{1B}[m"

  init(bytes: [UInt8], terminal: Int32, attributes: termios) {
    let bytes = Array(Self.frameEnd.utf8) + bytes
    let plan = unsafe Restore.Plan(
      terminal: terminal,
      attributes: Self.permanentCopy([attributes]),
      bytes: Self.permanentCopy(bytes),
      count: bytes.count
    )
    bits = unsafe UInt(bitPattern: Self.permanentCopy([plan]))
  }

  private static func permanentCopy<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    unsafe memory.initialize(from: elements, count: elements.count)
    return unsafe UnsafePointer(memory)
  }
}

// MARK: In signal context

// The code below runs in signal handlers as well.

extension Restore {
  /// The milliseconds to wait for a terminal that has stopped reading, which must not block our
  /// exit.
  private static let timeout: Int32 = 500

  /// Restores the terminal; returns false if that was already done or unnecessary.
  ///
  /// Waits while another thread restores it, so that the process does not exit halfway.
  @discardableResult
  static func perform() -> Bool {
    performers.add(1, ordering: .sequentiallyConsistent)
    let bits = armed.exchange(0, ordering: .sequentiallyConsistent)
    if let plan = unsafe UnsafePointer<Plan>(bitPattern: bits) { unsafe perform(plan) }
    performers.subtract(1, ordering: .sequentiallyConsistent)
    if bits == 0 { waitForOthers() }
    return bits != 0
  }

  private static func perform(_ plan: UnsafePointer<Plan>) {
    let terminal = unsafe plan.pointee.terminal
    unsafe write(plan.pointee.bytes, plan.pointee.count, to: terminal)
    while unsafe tcsetattr(terminal, TCSANOW, plan.pointee.attributes) != 0, errno == EINTR {}
  }

  private static func waitForOthers() {
    var attempts = 1000
    while performers.load(ordering: .acquiring) > 0, attempts > 0 {
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      unsafe nanosleep(&pause, nil)
      attempts -= 1
    }
  }

  private static func write(_ bytes: UnsafePointer<UInt8>, _ count: Int, to descriptor: Int32) {
    var written = 0
    while written < count {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let ready = unsafe poll(&request, 1, timeout)
      if ready == 0 { return }
      if ready < 0, errno != EINTR { return }
      let result = unsafe systemWrite(descriptor, bytes + written, count - written)
      if result > 0 { written += result }
      if result < 0, errno != EINTR, errno != EAGAIN { return }
    }
  }
}

/// `write(2)`, under a name that no method has.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

/// A session's signal handling: fatal signals restore the terminal first, and others are forwarded
/// through a pipe.
struct SignalHandlers: Sendable {
  /// Every catchable signal that ends a process by default.
  private static let ending = [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2,
    SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS,
  ]
  private static let reported = [SIGWINCH, SIGCONT, SIGTSTP]

  /// The previous action of each signal.
  private let previous: [Int32: SignalAction]

  /// Installs handlers that write the numbers of reported signals to the pipe.
  init(pipe: borrowing WakePipe) {
    signalPipe.store(pipe.writer, ordering: .sequentiallyConsistent)
    previous = Self.install()
  }

  private static func install() -> [Int32: SignalAction] {
    var previous: [Int32: SignalAction] = [:]
    for number in ending { previous[number] = install(endByDefault, for: number) }
    for number in reported { previous[number] = install(passOn, for: number) }
    return previous
  }

  func remove() {
    for (number, action) in previous { action.install(for: number) }
    signalPipe.store(-1, ordering: .sequentiallyConsistent)
  }

  /// Runs a body with the previous signal actions.
  func withoutHandlers(_ body: () -> Void) {
    for (number, action) in previous { action.install(for: number) }
    body()
    _ = Self.install()
  }

  /// Installs an action and returns the previous one; nil for a signal that the process ignores.
  private static func install(
    _ handler: @escaping @convention(c) (Int32) -> Void,
    for number: Int32
  ) -> SignalAction? {
    let old = SignalAction(of: number)
    if old.isIgnored { return nil }
    SignalAction(handler).install(for: number)
    return old
  }

  /// Stops the process group, as a terminal does on ^Z, and returns once it continues.
  func stop() {
    guard previous[SIGTSTP] != nil else { return }
    wasContinued.store(false, ordering: .sequentiallyConsistent)
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    waitUntilContinued()
    _ = Self.install(passOn, for: SIGTSTP)
  }

  /// Waits, because the stop follows shortly after `kill`; a group without a job-control shell
  /// never stops.
  private func waitUntilContinued() {
    var attempts = 20
    while !wasContinued.load(ordering: .acquiring), attempts > 0 {
      poll(nil, 0, 5)
      attempts -= 1
    }
  }

  /// Runs a body with all signals blocked on this thread.
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

// The code below runs in signal handlers: only atomics and calls of signal-safety(7).

/// The pipe that receives the numbers of reported signals.
private let signalPipe = Atomic<Int32>(-1)
private let wasContinued = Atomic<Bool>(false)

private func endByDefault(_ number: Int32) {
  Restore.perform()
  signal(number, SIG_DFL)
  // Delivered when the handler returns, since the signal is blocked until then.
  raise(number)
}

private func passOn(_ number: Int32) {
  let savedErrno = errno
  if number == SIGCONT { wasContinued.store(true, ordering: .sequentiallyConsistent) }
  var byte = UInt8(truncatingIfNeeded: number)
  _ = unsafe write(signalPipe.load(ordering: .acquiring), &byte, 1)
  errno = savedErrno
}
