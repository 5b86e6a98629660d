import CLibrary
private import Synchronization
import System

/// Restores the terminal as it was found: exactly once, from anywhere.
///
/// `perform` is async-signal-safe (signal-safety(7)). It calls poll, write, tcsetattr and
/// nanosleep, touches atomics and memory that was filled before, and uses nothing generic, so that even
/// a debug build calls nothing of Swift's runtime that takes a lock.
/// `objdump -dr` of this file shows it.
enum Restore {
  /// The work to do, in memory that is never changed or freed once it is armed, because a handler on another
  /// thread may be reading it.
  @unsafe struct Plan {
    fileprivate let terminal: Int32
    fileprivate let attributes: UnsafePointer<termios>
    /// Ends a frame that may have been cut off, then switches every mode off.
    fileprivate let bytes: UnsafePointer<UInt8>
    fileprivate let count: Int
  }

  struct Address: Sendable {
    fileprivate let bits: UInt
  }

  /// The address of the plan; 0 when there is nothing to restore.
  private static let armed = Atomic<UInt>(0)
  /// How many threads are restoring it or finding out whether they should.
  private static let performers = Atomic<Int>(0)

  static var isArmed: Bool { armed.load(ordering: .acquiring) != 0 }

  /// From now on there is something to restore.
  static func arm(_ plan: Address) {
    // Touched here, so that no handler is the first to do so: Swift makes globals at first use.
    performers.add(0, ordering: .sequentiallyConsistent)
    armed.store(plan.bits, ordering: .sequentiallyConsistent)
  }
}

// MARK: Making a plan

extension Restore.Address {
  /// Ends a string, a synchronized update and a style; without effect where none is open.
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
  /// Milliseconds for a terminal that has stopped reading, which must not keep us from ending.
  private static let timeout: Int32 = 500

  /// False when it has been done already or there was nothing to do.
  ///
  /// While another thread restores it, this waits, so that no process ends halfway.
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

/// A session's handling of signals: those that end the process restore the terminal first, and those that
/// report an event are forwarded through a pipe.
struct SignalHandlers: Sendable {
  /// Every signal that ends a process by default and can be caught.
  private static let ending = [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2,
    SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS,
  ]
  private static let reported = [SIGWINCH, SIGCONT, SIGTSTP]

  /// The previous action of each signal.
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

  /// The previous action of the signal; nil for a signal that the process ignored before, and still ignores.
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

  /// Runs a body that no signal of this thread may interrupt.
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
