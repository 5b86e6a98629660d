import Locking

extension TerminalSession {
  /// Writes bytes that are no frame: a line for a screen reader, or a text for the clipboard.
  ///
  /// Nothing is written while the session is released or after it has ended.
  package func write(_ bytes: [UInt8]) {
    guard state.withLock({ $0.phase == .active }), Restore.isArmed else { return }
    if !tty.write(bytes) { state.withLock { $0.phase = .lost } }
  }
}
