import CLibrary
import Essentials
private import Synchronization
import System

/// The terminal, taken for a full-screen program, and given back exactly once as it was.
///
/// That holds however the process ends, except by SIGKILL and a full stack: `end`, `exit`, every other signal
/// that ends a process, a trap. Only one session at a time can be active in a process.
///
/// One thread draws, suspends and ends; `wake` and `size` are for any thread.
package final class TerminalSession: Sendable {
  /// A signal can have only one handler, so there can be only one session.
  private static let isInUse = Atomic<Bool>(false)

  package let capabilities: TerminalCapabilities
  let tty: TTY
  let wakes: WakePipe
  /// Gets the numbers of reported signals.
  let signals: WakePipe
  let originalAttributes: termios
  /// The modes that are on while the session is active.
  let modes: TerminalModes
  private let plan: Restore.Address
  let handlers: SignalHandlers
  let state: Guarded<SessionState>

  /// Takes the terminal, and switches modes on.
  ///
  /// - Throws: if there is no terminal, or if another session has it.
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

  /// Registered once for the process, since `exit` is a way to end as well.
  private static let restoresAtExit: Bool = atexit { Restore.perform() } == 0

  package var size: ScreenSize { tty.size }

  /// Makes the event loop deliver a batch soon; many calls may count as one.
  package func wake() {
    wakes.wake()
  }

  /// Gives the terminal back; calling it again does nothing.
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
    /// The screen belongs to another program for a while.
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
  /// Shows a frame: writes its differences from the previous one, in one `write`.
  ///
  /// Nothing is written while the session is released or after it has ended.
  package func draw(_ frame: Frame) {
    let bytes = state.withLock { $0.phase == .active ? $0.renderer.render(frame) : [] }
    if !bytes.isEmpty, Restore.isArmed { send(bytes) }
  }

  /// Writes bytes that must not be left half written; false if the terminal is gone.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    if tty.write(bytes) { return true }
    state.withLock { $0.phase = .lost }
    return false
  }

  /// Makes the next frame be written in full, as ^L does.
  package func forgetScreen() {
    state.withLock { $0.renderer.forget() }
  }

  var isLost: Bool { state.withLock { $0.phase == .lost } }

  // MARK: Suspending and resuming

  /// Gives the terminal back for a while.
  ///
  /// Input that the event loop has not read yet goes to the program that reads now.
  func release() {
    state.withLock { if $0.phase == .active { $0.phase = .released } }
    _ = SignalHandlers.blocking { Restore.perform() }
  }

  /// Takes the terminal again after `release`; the next frame is written in full.
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

  /// Stops the process as ^Z does elsewhere, with the terminal given back; returns when it is
  /// continued, with the terminal taken again.
  func suspend() throws(TerminalError) {
    release()
    handlers.stop()
    _ = signals.drain()
    try reclaim()
  }

  /// The process was stopped by a signal it cannot catch, and a shell has had the terminal since.
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
  /// Only from the alternate screen: the normal one may have pictures of other programs.
  fileprivate func removalOfPictures(_ modes: TerminalModes) -> [UInt8] {
    modes.contains(.alternateScreen) ? pictures?.removalOfAll ?? [] : []
  }
}

extension TTY {
  /// Writes all of it; false when the terminal is gone or has taken nothing for ten seconds.
  ///
  /// A blocking descriptor may wait here for longer, for as long as a connection stalls; keys are read after
  /// that. It is not made non-blocking, since that would change it for the shell and for every other process
  /// that shares it, and half a frame would have to be finished later. SIGTERM and SIGHUP end the program all
  /// the same.
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

  /// Another process may have made the descriptor non-blocking.
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

  /// Longer texts are refused by terminals (xterm takes 74,994 bytes in base 64).
  private static let maxClipboardBytes = 56_000

  /// Sends text to the terminal's clipboard (OSC 52); false when that is not possible.
  ///
  /// True means only that it was sent: many terminals ask their user or ignore it.
  package func copy(_ text: String) -> Bool {
    guard capabilities.followsXterm, text.utf8.count <= Self.maxClipboardBytes,
      state.withLock({ $0.phase == .active })
    else { return false }
    let encoded = Data(text.utf8).base64EncodedString()
    return send(Array("\u{1B}]52;c;\(encoded)\u{1B}\\".utf8))
  }
}
