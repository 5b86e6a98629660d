import SearchUI
import System
package import Terminal

/// A terminal that records frames and writes.
package final class RecordingTerminal: ScreenTerminal {
  package struct Recording: Sendable {
    package var frames: [Frame] = []
    package var writes: [[UInt8]] = []
    package var copies: [String] = []
    package var wakes = 0
    package var forgets = 0
  }

  private let state = Guarded(Recording())
  package var recorded: Recording { state.withLock { $0 } }
  package var text: String {
    recorded.writes.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  /// Yields an element after a wake that was not awaited.
  private let wakes: AsyncStream<Void>
  private let hasWoken: AsyncStream<Void>.Continuation

  /// The number of frames it keeps.
  private let maxFrames: Int

  package init(keeping maxFrames: Int = .max) {
    self.maxFrames = maxFrames
    (wakes, hasWoken) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Waits until the driver has woken the loop since the last call.
  package func awaitWake() async { for await _ in wakes { return } }

  package func draw(_ frame: Frame) {
    state.withLock {
      if $0.frames.count == maxFrames { $0.frames.removeFirst() }
      $0.frames.append(frame)
    }
  }
  package func write(_ bytes: [UInt8]) { state.withLock { $0.writes.append(bytes) } }
  package func copy(_ text: String) -> Bool {
    state.withLock { $0.copies.append(text) }
    return true
  }
  package func forgetScreen() { state.withLock { $0.forgets += 1 } }
  package func wake() {
    state.withLock { $0.wakes += 1 }
    hasWoken.yield()
  }
}
