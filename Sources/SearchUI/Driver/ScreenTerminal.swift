package import Terminal

/// What the driver needs of a terminal beside its events.
package protocol ScreenTerminal: Sendable {
  /// Shows a frame: what differs from the one before, in one write.
  func draw(_ frame: Frame)
  /// Writes bytes that are no frame.
  func write(_ bytes: [UInt8])
  /// Sends text to the terminal's clipboard; false when that is not possible.
  func copy(_ text: String) -> Bool
  /// Makes the next frame be written in full.
  func forgetScreen()
  /// Makes the event loop deliver a batch soon, from any thread.
  func wake()
}

extension TerminalSession: ScreenTerminal {}
