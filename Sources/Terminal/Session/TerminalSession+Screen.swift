import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension TerminalSession {
  /// Shows a frame: what differs from the one before, in one `write`.
  ///
  /// Nothing is written while the session is released or after it has ended.
  package func draw(_ frame: Frame) {
    guard let drawing = state.withLock({ drawing(of: frame, in: &$0) }) else { return }
    if let plan = drawing.planBefore, !Restore.rearm(plan) { return }
    guard Restore.isArmed else { return }
    send(drawing.bytes)
    if let plan = drawing.planAfter { _ = Restore.rearm(plan) }
  }

  /// Writes what must not be left half written; false when the terminal is gone.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    Restore.beginFrame()
    defer { Restore.endFrame() }
    if tty.write(bytes) { return true }
    state.withLock { $0.phase = .lost }
    return false
  }

  /// Makes the next frame be written in full, as ^L does.
  package func forgetScreen() {
    state.withLock { $0.renderer.forget() }
  }

  var isLost: Bool { state.withLock { $0.phase == .lost } }

  private struct Drawing {
    var bytes: [UInt8]
    /// In force before the first byte that switches a mode on.
    var planBefore: Restore.Address?
    /// In force after the last byte that switches a mode off.
    var planAfter: Restore.Address?
  }

  /// Nil when there is nothing to write.
  private func drawing(of frame: Frame, in state: inout SessionState) -> Drawing? {
    guard state.phase == .active else { return nil }
    var drawing = Drawing(bytes: [])
    let wantsMouse = frame.wantsMouse && capabilities.followsXterm
    if wantsMouse != state.modes.contains(.mouse) {
      state.modes.formSymmetricDifference(.mouse)
      let plan = state.plan(for: state.modes, make: makePlan)
      (drawing.planBefore, drawing.planAfter) = wantsMouse ? (plan, nil) : (nil, plan)
      drawing.bytes = wantsMouse ? TerminalModes.mouse.on : TerminalModes.mouse.off
    }
    drawing.bytes += state.renderer.render(frame)
    return drawing.bytes.isEmpty ? nil : drawing
  }

  // MARK: Giving back and taking again

  /// Gives the terminal back for a while, to a pager or an editor, say.
  ///
  /// Input that the event loop has not read yet goes to whoever reads now.
  package func release() {
    state.withLock { if $0.phase == .active { $0.phase = .released } }
    _ = SignalHandlers.blocking { Restore.perform() }
  }

  /// Takes the terminal again after `release`; the next frame is written in full.
  package func reclaim() throws(TerminalError) {
    let plan: (address: Restore.Address, modes: TerminalModes)? = state.withLock { state in
      guard state.phase == .released else { return nil }
      state.renderer.forget()
      state.phase = .active
      return (state.plan(for: state.modes, make: makePlan), state.modes)
    }
    guard let plan else { return }
    Restore.arm(plan.address)
    try tty.set(found.raw)
    errors.redirect()
    if !tty.write(plan.modes.on) { state.withLock { $0.phase = .lost } }
  }

  /// Only from a screen of our own: on the normal one there may be pictures of other programs.
  private func removalOfPictures(_ modes: TerminalModes) -> [UInt8] {
    guard modes.contains(.alternateScreen), let pictures = capabilities.pictures else { return [] }
    return pictures.removalOfAll
  }

  private func makePlan(_ modes: TerminalModes) -> Restore.Address {
    Restore.Address(
      bytes: Array("\u{1B}[m".utf8) + removalOfPictures(modes) + modes.off,
      terminal: tty.output,
      attributes: found,
      errors: errors.original,
      kept: errors.file
    )
  }

  // MARK: Job control

  /// Stops the process as ^Z does elsewhere, with the terminal given back; returns when it is
  /// continued, with the terminal taken again.
  func suspend() throws(TerminalError) {
    release()
    handlers.stop()
    _ = notes.drain()
    try reclaim()
  }

  /// Somebody stopped the process without asking, and a shell has had the terminal since.
  func recover() throws(TerminalError) {
    let modes: TerminalModes? = state.withLock { state in
      guard state.phase == .active else { return nil }
      state.renderer.forget()
      return state.modes
    }
    guard let modes else { return }
    try tty.set(found.raw)
    if !tty.write(modes.repeatable.on) { state.withLock { $0.phase = .lost } }
  }
}

extension TTY {
  /// Writes all of it; false when the terminal is gone or has taken nothing for ten seconds.
  borrowing func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(output, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno == EAGAIN, !waitUntilWritable() { return false }
      if count < 0, errno != EAGAIN, errno != EINTR { return false }
    }
    return true
  }

  /// Somebody else may have made the descriptor return at once.
  private borrowing func waitUntilWritable() -> Bool {
    var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 10_000) > 0 || errno == EINTR
  }
}
