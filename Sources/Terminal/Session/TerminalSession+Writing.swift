import Locking

extension TerminalSession {
  /// Writes bytes that are no frame, as lines for a screen reader are.
  ///
  /// Nothing is written while the session is released or after it has ended.
  package func write(_ bytes: [UInt8]) {
    guard state.withLock({ $0.phase == .active }), Restore.isArmed else { return }
    send(bytes)
  }
}
