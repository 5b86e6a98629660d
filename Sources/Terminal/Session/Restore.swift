private import Synchronization
import System

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Restores the terminal as it was found: exactly once, from anywhere.
///
/// `perform` is async-signal-safe (signal-safety(7)). It calls poll, write, tcsetattr, dup2, lseek,
/// pread, ftruncate and nanosleep, touches atomics and memory that was filled before, and uses
/// nothing generic, so that even a debug build calls nothing of Swift's runtime that takes a lock.
/// `objdump -dr` of this file shows it.
enum Restore {
  /// The work to do, in memory that is never changed or freed once it is armed, because a handler on another
  /// thread may be reading it.
  @unsafe struct Plan {
    fileprivate let terminal: Int32
    fileprivate let attributes: UnsafePointer<termios>
    /// Ends a frame that was cut off, then switches every mode off.
    fileprivate let bytes: UnsafePointer<UInt8>
    fileprivate let count: Int
    /// How many of the bytes are for a frame that was cut off.
    fileprivate let frameCount: Int
    /// Where standard error went, and the file that captures it; -1 when it was left alone.
    fileprivate let errors: Int32
    fileprivate let capturedErrors: Int32
    fileprivate let scratch: UnsafeMutablePointer<UInt8>
  }

  struct Address: Sendable {
    fileprivate let bits: UInt
  }

  /// The address of the plan; 0 when there is nothing to restore.
  private static let armed = Atomic<UInt>(0)
  /// How many threads are restoring it or finding out whether they should.
  private static let performers = Atomic<Int>(0)
  private static let isInFrame = Atomic<Bool>(false)

  static var isArmed: Bool { armed.load(ordering: .acquiring) != 0 }

  /// From now on there is something to restore.
  static func arm(_ plan: Address) {
    // Touched here, so that no handler is the first to do so: Swift makes globals at first use.
    performers.add(0, ordering: .sequentiallyConsistent)
    endFrame()
    armed.store(plan.bits, ordering: .sequentiallyConsistent)
  }

  /// Replaces the plan; false if it has been performed in the meantime.
  static func rearm(_ plan: Address) -> Bool {
    let old = armed.load(ordering: .acquiring)
    guard old != 0 else { return false }
    return armed.compareExchange(
      expected: old,
      desired: plan.bits,
      ordering: .sequentiallyConsistent
    ).exchanged
  }

  /// Between these two, a synchronized update may be open.
  static func beginFrame() { isInFrame.store(true, ordering: .sequentiallyConsistent) }
  static func endFrame() { isInFrame.store(false, ordering: .sequentiallyConsistent) }
}

// MARK: Making a plan

extension Restore.Address {
  /// Ends a string, a synchronized update and a style.
  private static let frameEnd = "\u{1B}\\\u{1B}[?2026l\u{1B}[m"

  init(bytes: [UInt8], terminal: Int32, attributes: termios, errors: Int32, capturedErrors: Int32) {
    let frameEnd = Array(Self.frameEnd.utf8)
    let plan = unsafe Restore.Plan(
      terminal: terminal,
      attributes: Self.permanentCopy([attributes]),
      bytes: Self.permanentCopy(frameEnd + bytes),
      count: frameEnd.count + bytes.count,
      frameCount: frameEnd.count,
      errors: errors,
      capturedErrors: capturedErrors,
      scratch: .allocate(capacity: Restore.scratchSize)
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
  fileprivate static let scratchSize = 1024
  /// Bytes: the last ones are replayed when there are more.
  private static let maxReplayed: off_t = 256 * 1024
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
    let isCutOff = isInFrame.exchange(false, ordering: .sequentiallyConsistent)
    let skipped = unsafe isCutOff ? 0 : plan.pointee.frameCount
    let (bytes, count) = unsafe (plan.pointee.bytes + skipped, plan.pointee.count - skipped)
    let terminal = unsafe plan.pointee.terminal
    unsafe write(bytes, count, to: terminal)
    while unsafe tcsetattr(terminal, TCSANOW, plan.pointee.attributes) != 0, errno == EINTR {}
    if unsafe plan.pointee.errors >= 0 { unsafe replay(plan) }
  }

  private static func waitForOthers() {
    var attempts = 1000
    while performers.load(ordering: .acquiring) > 0, attempts > 0 {
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      unsafe nanosleep(&pause, nil)
      attempts -= 1
    }
  }

  /// Gives standard error back, and replays its captured output.
  private static func replay(_ plan: UnsafePointer<Plan>) {
    unsafe dup2(plan.pointee.errors, STDERR_FILENO)
    let size = unsafe lseek(plan.pointee.capturedErrors, 0, SEEK_END)
    var offset = size > maxReplayed ? size - maxReplayed : 0
    while offset < size {
      let scratch = unsafe plan.pointee.scratch
      let count = unsafe pread(plan.pointee.capturedErrors, scratch, scratchSize, offset)
      if count <= 0 { break }
      unsafe write(UnsafePointer(scratch), count, to: STDERR_FILENO)
      offset += off_t(count)
    }
    unsafe ftruncate(plan.pointee.capturedErrors, 0)
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

/// `write(2)`, whose name is taken inside types that write.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

/// Captures standard error in an unlinked temporary file, to keep it off the screen.
struct CapturedErrors: ~Copyable, Sendable {
  /// Where standard error went, and the file; -1 both when it is left as it is.
  let original: Int32
  let file: Int32

  /// Nothing is captured when standard error is not a terminal, or when the file cannot be made.
  init() {
    let file = isatty(STDERR_FILENO) == 1 ? Self.unnamedFile() : -1
    let original = file < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    if file >= 0, original < 0 { close(file) }
    (self.original, self.file) = original < 0 ? (-1, -1) : (original, file)
  }

  deinit {
    guard file >= 0 else { return }
    close(file)
    close(original)
  }

  private static func unnamedFile() -> Int32 {
    guard let file = try? FileDescriptor.unlinkedFile(with: "").release() else { return -1 }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    _ = fcntl(file, F_SETFL, O_APPEND)
    return file
  }

  func redirect() {
    if file >= 0 { dup2(file, STDERR_FILENO) }
  }
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

/// A spare stack for the signal handlers of one thread, for when its own is full.
///
/// Safe because only `init` and `remove` touch the memory, and the thread that made it calls both.
@safe struct SignalStack {
  private static let size = 64 * 1024

  private let memory: UnsafeMutableRawPointer
  private var previous = unsafe stack_t()

  /// For the calling thread, which must call `remove` too.
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
