import Output
import System

@testable import Commands

/// Output that a test reads later.
final class MemorySink: TextSink {
  private let content = Guarded("")
  private let problem: Int32?
  /// Yields an element after each write that did not wait.
  let writes: AsyncStream<Void>
  private let hasWritten: AsyncStream<Void>.Continuation

  /// `failing` is the `errno` of every write; nil for successful writes.
  init(failing problem: Int32? = nil) {
    self.problem = problem
    (writes, hasWritten) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  var text: String { content.withLock { $0 } }

  func write(_ text: String) throws(SystemError) {
    if let problem { throw SystemError(problem) }
    content.withLock { $0 += text }
    hasWritten.yield()
  }
}
