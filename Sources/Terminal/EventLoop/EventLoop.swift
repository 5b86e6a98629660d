#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for keys, signals, other threads and the clock, and sleeps when there is none of them.
///
/// It runs on the thread that calls `run`, and draws nothing by itself.
package struct EventLoop {
  package enum Event: Sendable, Hashable {
    case input(InputEvent)
    /// The terminal has a new size.
    case resized(ScreenSize)
    /// The process was stopped and goes on: the next frame is written in full, at this size.
    case resumed(ScreenSize)
    /// The terminal went away; nothing more will come and nothing can be drawn.
    case lost
  }

  /// What came since the last time: all of one burst, or nothing after a `wake` or a deadline.
  package struct Batch: Sendable {
    package let events: [Event]
    package let now: ContinuousClock.Instant
  }

  /// What to do after a batch.
  package enum Next: Sendable {
    /// Wait for events, but not beyond the deadline if there is one.
    case wait(until: ContinuousClock.Instant?)
    /// Give the terminal back and stop the process, as ^Z does; a `resumed` follows.
    case suspend
    case leave
  }

  private let session: TerminalSession
  private let idleSignal: Int32?
  private var reader: InputReader
  private var deadline: ContinuousClock.Instant?
  /// Whether something has been delivered since the last byte to `idleSignal`.
  private var isBusy = false

  /// - Parameters:
  ///   - session: whose terminal is read.
  ///   - idleSignal: a descriptor that gets a byte whenever everything that came has been
  ///     delivered and the loop goes to sleep. For tests, which wait for it instead of sleeping.
  package init(_ session: TerminalSession, idleSignal: Int32? = nil) {
    self.session = session
    self.idleSignal = idleSignal
    reader = InputReader(session.tty.input, escapeDelay: session.capabilities.escapeDelay)
  }

  /// Delivers batches until `step` leaves or the terminal is lost.
  ///
  /// The first batch is empty and comes at once, before anything is read: time for the first frame.
  package mutating func run(_ step: (Batch) -> Next) {
    let stack = SignalStack()
    defer { stack.remove() }
    var next = step(batch([]))
    isBusy = true
    while true {
      switch next {
      case .leave: return
      case .suspend: next = step(batch(suspended()))
      case .wait(let deadline):
        self.deadline = deadline
        let events = nextEvents()
        next = step(batch(events))
        if events.contains(.lost) { return }
      }
      isBusy = true
    }
  }

  private func batch(_ events: [Event]) -> Batch {
    Batch(events: events, now: .now)
  }

  private func suspended() -> [Event] {
    do throws(TerminalError) {
      try session.suspend()
      return [.resumed(session.size)]
    } catch {
      return [.lost]
    }
  }

  // MARK: Waiting

  /// The events of one burst; none when somebody called `wake` or the deadline has come.
  private mutating func nextEvents() -> [Event] {
    while true {
      if session.isLost { return [.lost] }
      let ready = wait()
      var events = notes(isReady: ready.notes)
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
    var notes = false
    var isNone: Bool { !input && !wakes && !notes }
  }

  private mutating func wait() -> Ready {
    if isBusy, reader.deadline == nil {
      let ready = poll(upTo: 0)
      guard ready.isNone else { return ready }
      isBusy = false
      signalIdle()
    }
    return poll(upTo: patience)
  }

  /// Milliseconds until the next deadline, rounded up so that it has passed then; -1 without one.
  private var patience: Int32 {
    guard let next = [deadline, reader.deadline].compactMap({ $0 }).min() else { return -1 }
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: next).components
    let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    if milliseconds.overflow { return .max }
    return Int32(clamping: milliseconds.partialValue + attoseconds / 1_000_000_000_000_000 + 1)
  }

  private func poll(upTo milliseconds: Int32) -> Ready {
    var requests = [session.tty.input, session.wakes.reader, session.notes.reader].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard systemPoll(&requests, milliseconds) > 0 else { return Ready() }
    return Ready(
      input: requests[0].revents != 0,
      wakes: requests[1].revents != 0,
      notes: requests[2].revents != 0
    )
  }

  private func signalIdle() {
    guard let idleSignal else { return }
    var byte: UInt8 = 0
    _ = systemWrite(idleSignal, &byte, 1)
  }

  // MARK: Signals

  private func notes(isReady: Bool) -> [Event] {
    guard isReady else { return [] }
    let numbers = session.notes.drain().map(Int32.init)
    if numbers.contains(SIGTSTP) { return suspended() }
    if numbers.contains(SIGCONT) { return recovered() }
    session.forgetScreen()
    return [.resized(session.size)]
  }

  private func recovered() -> [Event] {
    do throws(TerminalError) {
      try session.recover()
      return [.resumed(session.size)]
    } catch {
      return [.lost]
    }
  }
}

/// `poll(2)`, whose name is taken inside of types that poll.
private func systemPoll(_ requests: inout [pollfd], _ milliseconds: Int32) -> Int32 {
  poll(&requests, nfds_t(requests.count), milliseconds)
}
