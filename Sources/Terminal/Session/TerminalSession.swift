import CLibrary
import Essentials
private import Synchronization
import System

/// A full-screen session on the terminal, which is restored exactly once.
///
/// That holds however the process ends, except by SIGKILL or a stack overflow: `end`, `exit`, every
/// other fatal signal, a trap. A process can have only one active session.
///
/// One thread draws, suspends and ends; any thread may use `wake` and `size`.
package final class TerminalSession: Sendable {
  /// Whether a session exists; a signal can have only one handler.
  private static let isInUse = Atomic<Bool>(false)

  package let capabilities: TerminalCapabilities
  let tty: TTY
  let wakes: WakePipe
  /// The pipe of reported signals.
  let signals: WakePipe
  let originalAttributes: termios
  /// The modes enabled while the session is active.
  let modes: TerminalModes
  private let plan: Restore.Address
  let handlers: SignalHandlers
  let state: Guarded<SessionState>

  /// Starts a session and enables modes.
  ///
  /// - Throws: An error if there is no terminal, or if another session is using it.
  package init(
    on tty: consuming TTY,
    capabilities: TerminalCapabilities,
    modes: TerminalModes
  ) throws(TerminalError) {
    guard capabilities.isUsable else { throw TerminalError(.unusable, "use the terminal") }
    originalAttributes = try tty.attributes()
    wakes = try WakePipe()
    signals = try WakePipe()
    self.tty = tty
    self.capabilities = capabilities
    guard !Self.isInUse.exchange(true, ordering: .sequentiallyConsistent) else {
      throw TerminalError(.busy, "use the terminal")
    }
    self.modes = modes
    plan = Restore.Address(
      bytes: capabilities.removalOfPictures(modes) + modes.off,
      terminal: self.tty.output,
      attributes: originalAttributes
    )
    state = Guarded(SessionState(renderer: Renderer(capabilities)))
    handlers = SignalHandlers(pipe: signals)
    _ = Self.restoresAtExit
    try reclaim()
  }

  deinit { end() }

  /// Registered once per process, since `exit` also ends it.
  private static let restoresAtExit: Bool = atexit { Restore.perform() } == 0

  package var size: ScreenSize { tty.size }

  /// Makes the event loop deliver a batch soon; several calls may be combined.
  package func wake() {
    wakes.wake()
  }

  /// Restores the terminal; has no effect when repeated.
  package func end() {
    release()
    guard state.withLock({ $0.end() }) else { return }
    handlers.remove()
    Self.isInUse.store(false, ordering: .sequentiallyConsistent)
  }
}

struct SessionState: Sendable {
  enum Phase: Sendable {
    case active
    /// Another program is using the screen.
    case released
    case lost, ended
  }

  var phase = Phase.released
  var renderer: Renderer
  mutating func end() -> Bool {
    defer { phase = .ended }
    return phase != .ended
  }
}

extension TerminalSession {
  /// Draws a frame: writes its differences from the previous one, in one `write`.
  ///
  /// Nothing is written while the session is released or after it has ended.
  package func draw(_ frame: Frame) {
    let bytes = state.withLock { $0.phase == .active ? $0.renderer.render(frame) : [] }
    if !bytes.isEmpty, Restore.isArmed { send(bytes) }
  }

  /// Writes bytes completely; returns false if the terminal is gone.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    if tty.write(bytes) { return true }
    state.withLock { $0.phase = .lost }
    return false
  }

  /// Makes the next frame a full redraw, as ^L does.
  package func forgetScreen() {
    state.withLock { $0.renderer.forget() }
  }

  var isLost: Bool { state.withLock { $0.phase == .lost } }

  // MARK: Suspending and resuming

  /// Restores the terminal temporarily.
  ///
  /// Unread input goes to the next program that reads.
  func release() {
    state.withLock { if $0.phase == .active { $0.phase = .released } }
    _ = SignalHandlers.blocking { Restore.perform() }
  }

  /// Sets up the terminal again after `release`; the next frame is drawn in full.
  func reclaim() throws(TerminalError) {
    let isReleased = state.withLock { state in
      guard state.phase == .released else { return false }
      state.renderer.forget()
      state.phase = .active
      return true
    }
    guard isReleased else { return }
    Restore.arm(plan)
    try tty.set(originalAttributes.raw)
    if !tty.write(modes.on) { state.withLock { $0.phase = .lost } }
  }

  // MARK: Job control

  /// Restores the terminal and stops the process, as ^Z does elsewhere; returns once it has
  /// continued and set up the terminal again.
  func suspend() throws(TerminalError) {
    release()
    handlers.stop()
    _ = signals.drain()
    try reclaim()
  }

  /// Releases the terminal to a program that the body runs and waits for, and then takes it back.
  ///
  /// Signals have their default effects in the meantime: Ctrl-Z stops this process too.
  func lend(to body: () -> Void) throws(TerminalError) {
    release()
    handlers.withoutHandlers(body)
    _ = signals.drain()
    try reclaim()
  }

  /// Leaves the terminal to the program that has it; the event loop then ends.
  ///
  /// Has no effect while the session is active. May be called from any thread.
  package func abandon() {
    state.withLock { if $0.phase == .released { $0.phase = .lost } }
  }

  /// Sets up the terminal again after a stop that could not be caught, during which a shell had it.
  func recover() throws(TerminalError) {
    let isActive = state.withLock { state in
      if state.phase == .active { state.renderer.forget() }
      return state.phase == .active
    }
    guard isActive else { return }
    try tty.set(originalAttributes.raw)
    if !tty.write(modes.repeatable.on) { state.withLock { $0.phase = .lost } }
  }
}

extension TerminalCapabilities {
  /// Removes pictures only from the alternate screen; the normal one may have pictures of other
  /// programs.
  fileprivate func removalOfPictures(_ modes: TerminalModes) -> [UInt8] {
    modes.contains(.alternateScreen) ? pictures?.removalOfAll ?? [] : []
  }
}

extension TTY {
  /// Writes all bytes; returns false if the terminal is gone or has accepted nothing for ten
  /// seconds.
  ///
  /// A blocking descriptor may block longer while a connection stalls; keys are read after that. It
  /// is not made non-blocking, since that would affect the shell and every other process that
  /// shares it, and partial frames would have to be finished later. SIGTERM and SIGHUP still end
  /// the program.
  borrowing func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe systemWrite(output, bytes.baseAddress, bytes.count)
      }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno == EAGAIN, !waitUntilWritable() { return false }
      if count < 0, errno != EAGAIN, errno != EINTR { return false }
    }
    return true
  }

  /// Waits, because another process may have made the descriptor non-blocking.
  private borrowing func waitUntilWritable() -> Bool {
    var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, 10_000) > 0 || errno == EINTR
  }
}

extension TerminalSession {
  /// Writes bytes that are not a frame, such as lines for a screen reader.
  ///
  /// Nothing is written while the session is released or after it has ended.
  package func write(_ bytes: [UInt8]) {
    guard state.withLock({ $0.phase == .active }), Restore.isArmed else { return }
    send(bytes)
  }

  /// Terminals reject longer texts (xterm accepts 74,994 bytes in base 64).
  private static let maxClipboardBytes = 56_000

  /// Sends text to the terminal's clipboard (OSC 52); returns false if that is impossible.
  ///
  /// A return value of true means only that it was sent: many terminals ask the user or ignore it.
  package func copy(_ text: String) -> Bool {
    guard capabilities.followsXterm, text.utf8.count <= Self.maxClipboardBytes,
      state.withLock({ $0.phase == .active })
    else { return false }
    let encoded = Data(text.utf8).base64EncodedString()
    return send(Array("\u{1B}]52;c;\(encoded)\u{1B}\\".utf8))
  }
}
