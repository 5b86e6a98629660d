import CLibrary

/// Waits for keys, signals, other threads and deadlines, and sleeps in between.
///
/// It runs on the thread that calls `run`, and draws nothing by itself.
package struct EventLoop {
  package enum Event: Sendable, Hashable {
    case input(InputEvent)
    case resized(ScreenSize)
    /// The process was stopped and has continued; the next frame is drawn in full, at this size.
    case resumed(ScreenSize)
    /// The terminal is gone: nothing more arrives, and nothing can be drawn.
    case lost
  }

  package enum Next: Sendable {
    /// Wait for events, until the deadline if there is one.
    case wait(until: ContinuousClock.Instant?)
    /// Restore the terminal and stop the process, as ^Z does; a `resumed` follows.
    case suspend
    /// Releases the terminal while the body runs on this thread; a `resumed` event follows.
    case lend(@Sendable () -> Void)
    case leave
  }

  private let session: TerminalSession
  private var reader: InputReader
  private var deadline: ContinuousClock.Instant?

  /// - Parameters:
  ///   - session: The session whose terminal is read.
  ///   - readsAhead: Whether to read beyond the key that ends the loop; if false, later input is
  ///   left to the next reader.
  package init(_ session: TerminalSession, readsAhead: Bool = true) {
    self.session = session
    reader = InputReader(
      session.tty.input,
      escapeDelay: session.capabilities.escapeDelay,
      readsAhead: readsAhead
    )
  }

  /// Delivers batches of events until `step` returns `leave` or the terminal is lost.
  ///
  /// A batch is one burst, or empty after a `wake` or a deadline. The first one is empty and is
  /// delivered before anything is read, so that the first frame is drawn immediately.
  package mutating func run(_ step: ([Event], _ now: ContinuousClock.Instant) -> Next) {
    var next = step([], .now)
    while true {
      switch next {
      case .leave: return
      case .suspend: next = step(resumed(after: session.suspend), .now)
      case .lend(let body):
        next = step(resumed { () throws(TerminalError) in try session.lend(to: body) }, .now)
      case .wait(let deadline):
        self.deadline = deadline
        let events = nextEvents()
        next = step(events, .now)
        if events.contains(.lost) { return }
      }
    }
  }

  private func resumed(after retake: () throws(TerminalError) -> Void) -> [Event] {
    do throws(TerminalError) {
      try retake()
      return [.resumed(session.size)]
    } catch {
      return [.lost]
    }
  }

  // MARK: Waiting

  /// The events of one burst; empty after a `wake` or a deadline.
  private mutating func nextEvents() -> [Event] {
    while true {
      if session.isLost { return [.lost] }
      let ready = poll(upTo: timeout)
      var events = signals(isReady: ready.signals)
      if ready.input {
        events += reader.read().map(Event.input)
        if reader.isAtEnd { events.append(.lost) }
      } else {
        events += reader.expire().map(Event.input)
      }
      if ready.wakes { _ = session.wakes.drain() }
      if !events.isEmpty || ready.wakes || isPast(deadline) { return events }
    }
  }

  private func isPast(_ deadline: ContinuousClock.Instant?) -> Bool {
    deadline.map { $0 <= .now } ?? false
  }

  private struct Ready {
    var input = false
    var wakes = false
    var signals = false
  }

  /// The milliseconds until the next deadline, rounded up so that it has passed; -1 without one.
  private var timeout: Int32 {
    guard let next = [deadline, reader.deadline].compactMap({ $0 }).min() else { return -1 }
    let wait = min(max(ContinuousClock.now.duration(to: next), .zero), .seconds(1_000_000))
    return Int32((wait / .milliseconds(1)).rounded(.up))
  }

  private func poll(upTo milliseconds: Int32) -> Ready {
    var requests = [session.tty.input, session.wakes.reader, session.signals.reader].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard systemPoll(&requests, milliseconds) > 0 else { return Ready() }
    return Ready(
      input: requests[0].revents != 0,
      wakes: requests[1].revents != 0,
      signals: requests[2].revents != 0
    )
  }

  // MARK: Signals

  private func signals(isReady: Bool) -> [Event] {
    guard isReady else { return [] }
    let numbers = session.signals.drain().map(Int32.init)
    if numbers.contains(SIGTSTP) { return resumed(after: session.suspend) }
    if numbers.contains(SIGCONT) { return resumed(after: session.recover) }
    session.forgetScreen()
    return [.resized(session.size)]
  }
}

/// `poll(2)`, under a name that no method has.
private func systemPoll(_ requests: inout [pollfd], _ milliseconds: Int32) -> Int32 {
  unsafe poll(&requests, nfds_t(requests.count), milliseconds)
}

/// Reads and decodes a terminal's input.
struct InputReader {
  /// The maximum size of one burst; a longer paste arrives in several.
  private static let maxBytes = 64 * 1024

  /// Whether no more input can arrive.
  private(set) var isAtEnd = false
  private let descriptor: Int32
  private var decoder: KeyDecoder
  private let readsAhead: Bool
  private var buffer: [UInt8]

  /// Creates a reader; `readsAhead` is whether it reads all available bytes instead of one at a time.
  init(_ descriptor: Int32, escapeDelay: Duration, readsAhead: Bool = true) {
    (self.descriptor, self.readsAhead) = (descriptor, readsAhead)
    buffer = [UInt8](repeating: 0, count: readsAhead ? 4096 : 1)
    decoder = KeyDecoder(escapeDelay: escapeDelay)
  }

  var deadline: ContinuousClock.Instant? { decoder.deadline }

  mutating func expire() -> [InputEvent] {
    decoder.deadline == nil ? [] : decoder.expire(at: .now)
  }

  /// Reads once, and decodes the bytes into events.
  mutating func read() -> [InputEvent] {
    var bytes: [UInt8] = []
    repeat {
      bytes += readOnce()
    } while readsAhead && !isAtEnd && bytes.count < Self.maxBytes && isReady
    return decoder.decode(bytes, at: .now)
  }

  private mutating func readOnce() -> ArraySlice<UInt8> {
    let count = systemRead(descriptor, &buffer)
    if count > 0 { return buffer[..<count] }
    // A terminal at its end returns no bytes, or an error after a hang-up.
    if count == 0 || errno != EINTR && errno != EAGAIN { isAtEnd = true }
    return []
  }

  private var isReady: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) > 0
  }
}

/// `read(2)`, under a name that no method has.
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  unsafe read(descriptor, &buffer, buffer.count)
}

/// A pipe that wakes a poll; several bytes count as one.
struct WakePipe: ~Copyable, Sendable {
  let reader: Int32
  let writer: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .lastCall("open a pipe") }
    (reader, writer) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Wakes the poll, from any thread; a full pipe wakes it as well.
  func wake() {
    var byte: UInt8 = 0
    _ = unsafe write(writer, &byte, 1)
  }

  func drain() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(reader, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }
}
