import Locking
private import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal, taken for a full-screen program, and given back exactly once as it was.
///
/// That holds however the process ends, except by SIGKILL: `end`, `exit`, every signal that ends a
/// process, a trap. What was written to standard error meanwhile appears after that on the normal
/// screen. Only one session at a time can be active in a process.
///
/// One thread draws, suspends and ends; `wake` and `size` are for any thread.
package final class TerminalSession: Sendable {
  /// Only one handler can be there for a signal, and so only one session.
  private static let isTaken = Atomic<Bool>(false)

  package let capabilities: TerminalCapabilities
  let tty: TTY
  /// For `wake`.
  let wakes: WakePipe
  /// For signals that tell something.
  let notes: WakePipe
  let found: termios
  let errors: KeptErrors
  let handlers: SignalHandlers
  let state: Guarded<SessionState>

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - tty: the terminal's device.
  ///   - capabilities: what it can do.
  ///   - modes: what to switch on; nil for what a full-screen program uses.
  /// - Throws: when there is nothing to take, or when it is taken.
  package init(
    on tty: consuming TTY,
    capabilities: TerminalCapabilities,
    modes: TerminalModes? = nil
  ) throws(TerminalError) {
    guard capabilities.isUsable else { throw TerminalError(.unusable, "use the terminal") }
    found = try tty.attributes()
    wakes = try WakePipe()
    notes = try WakePipe()
    self.tty = tty
    self.capabilities = capabilities
    guard !Self.isTaken.exchange(true, ordering: .sequentiallyConsistent) else {
      throw TerminalError(.busy, "use the terminal")
    }
    errors = KeptErrors()
    let modes = modes ?? .fullScreen(capabilities)
    state = Guarded(SessionState(renderer: Renderer(capabilities), modes: modes))
    handlers = SignalHandlers(pipe: notes)
    _ = Self.restoresAtExit
    try reclaim()
  }

  deinit { end() }

  /// Registered once for the process, since `exit` is a way to end as well.
  private static let restoresAtExit: Bool = atexit { Restore.perform() } == 0

  /// The terminal's size as it is now.
  package var size: ScreenSize { tty.size }

  /// Makes the event loop deliver a batch soon; many calls may count as one.
  package func wake() {
    wakes.wake()
  }

  /// Gives the terminal back, and standard error with what was kept of it.
  ///
  /// Calling it again does nothing.
  package func end() {
    release()
    guard state.withLock({ $0.end() }) else { return }
    handlers.remove()
    Self.isTaken.store(false, ordering: .sequentiallyConsistent)
  }
}

/// What changes in a session.
struct SessionState: Sendable {
  enum Phase: Sendable {
    /// The screen is ours.
    case active
    /// The screen is somebody else's for a while.
    case released
    /// The terminal went away.
    case lost
    case ended
  }

  var phase = Phase.released
  var renderer: Renderer
  /// What is switched on while the session is active.
  var modes: TerminalModes
  /// A plan for each set of modes so far, none of which is ever freed.
  private var plans: [TerminalModes: Restore.Address] = [:]

  init(renderer: Renderer, modes: TerminalModes) {
    self.renderer = renderer
    self.modes = modes
  }

  /// False when it had ended already.
  mutating func end() -> Bool {
    defer { phase = .ended }
    return phase != .ended
  }

  mutating func plan(
    for modes: TerminalModes,
    make: (TerminalModes) -> Restore.Address
  ) -> Restore.Address {
    if let plan = plans[modes] { return plan }
    let plan = make(modes)
    plans[modes] = plan
    return plan
  }
}
