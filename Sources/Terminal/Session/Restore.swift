private import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the terminal was found, and the bytes that bring it back: exactly once, from anywhere.
///
/// `perform` is async-signal-safe (signal-safety(7)): it touches memory that was filled before, one
/// pointer that it takes for itself, and calls only write, poll, tcsetattr, dup2, pread and
/// nanosleep. What it needs is laid down by `arm`, and never changed or freed afterwards, because a
/// handler on another thread may be reading it.
enum Restore {
  private struct Plan {
    let terminal: Int32
    let attributes: termios
    let bytes: UnsafeBufferPointer<UInt8>
    /// Where standard error went, and what keeps it now; -1 when it was left alone.
    let errors: Int32
    let kept: Int32
  }

  /// Where a plan lies: in memory that is never changed or freed.
  struct Address: Sendable {
    fileprivate let bits: UInt

    init(bytes: [UInt8], terminal: Int32, attributes: termios, errors: Int32, kept: Int32) {
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
      _ = copy.initialize(from: bytes)
      let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
      plan.initialize(
        to: Plan(
          terminal: terminal,
          attributes: attributes,
          bytes: UnsafeBufferPointer(rebasing: copy[..<bytes.count]),
          errors: errors,
          kept: kept
        )
      )
      bits = UInt(bitPattern: plan)
    }
  }

  // The globals are atomics, which Swift lays down as constants: there is no lazy initialization
  // and no exclusivity check in the way of a handler.
  /// The address of the plan; 0 when there is nothing to bring back.
  private static let armed = Atomic<UInt>(0)
  /// How many threads are bringing it back or finding out whether they should.
  private static let performers = Atomic<Int>(0)
  private static let isInFrame = Atomic<Bool>(false)

  static var isArmed: Bool { armed.load(ordering: .acquiring) != 0 }

  /// From now on there is something to bring back.
  static func arm(_ plan: Address) {
    armed.store(plan.bits, ordering: .sequentiallyConsistent)
  }

  /// Replaces the plan; false when it has been performed meanwhile.
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

  /// Brings the terminal back; false when that has been done already or there was nothing to do.
  ///
  /// While another thread is at it, it waits, so that no process ends halfway.
  @discardableResult
  static func perform() -> Bool {
    performers.add(1, ordering: .sequentiallyConsistent)
    let bits = armed.exchange(0, ordering: .sequentiallyConsistent)
    if let plan = UnsafePointer<Plan>(bitPattern: bits) { perform(plan) }
    performers.subtract(1, ordering: .sequentiallyConsistent)
    if bits == 0 { waitForOthers() }
    return bits != 0
  }

  private static func perform(_ plan: UnsafePointer<Plan>) {
    if isInFrame.exchange(false, ordering: .sequentiallyConsistent) {
      // A frame was cut off, perhaps inside of a string.
      write("\u{1B}\\\u{1B}[?2026l\u{1B}[m", to: plan.pointee.terminal)
    }
    write(plan.pointee.bytes, to: plan.pointee.terminal)
    withUnsafePointer(to: plan.pointee.attributes) { attributes in
      while tcsetattr(plan.pointee.terminal, TCSANOW, attributes) != 0, errno == EINTR {}
    }
    if plan.pointee.errors >= 0 { replay(plan) }
  }

  private static func waitForOthers() {
    var patience = 1000
    while performers.load(ordering: .acquiring) > 0, patience > 0 {
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&pause, nil)
      patience -= 1
    }
  }

  // MARK: Errors that were kept aside

  /// More than this was no message to people.
  private static let mostKept: off_t = 256 * 1024

  /// Gives standard error back, and what was written to it meanwhile.
  private static func replay(_ plan: UnsafePointer<Plan>) {
    dup2(plan.pointee.errors, STDERR_FILENO)
    var offset = max(lseek(plan.pointee.kept, 0, SEEK_END) - mostKept, 0)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { buffer in
      while true {
        let count = pread(plan.pointee.kept, buffer.baseAddress, buffer.count, offset)
        guard count > 0 else { break }
        write(UnsafeBufferPointer(rebasing: buffer[..<count]), to: STDERR_FILENO)
        offset += off_t(count)
      }
    }
    ftruncate(plan.pointee.kept, 0)
  }

  // MARK: Writing

  /// Writes what the terminal takes; one that has stopped reading must not keep us from ending.
  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) {
    var written = 0
    while written < bytes.count {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let isReady = poll(&request, 1, 500)
      if isReady == 0 || isReady < 0 && errno != EINTR { return }
      guard let start = bytes.baseAddress else { return }
      let count = systemWrite(descriptor, start + written, bytes.count - written)
      if count > 0 { written += count }
      if count < 0, errno != EINTR, errno != EAGAIN { return }
    }
  }

  private static func write(_ text: StaticString, to descriptor: Int32) {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    write(bytes, to: descriptor)
  }
}

/// `write(2)`, whose name is taken inside of types that write.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
