import System

@testable import Commands

/// Output that a test reads afterwards.
final class MemorySink: TextSink {
  private let content = Guarded("")
  private let problem: Int32?

  /// `failing` is the `errno` of every write; nil for writes that work.
  init(failing problem: Int32? = nil) {
    self.problem = problem
  }

  var text: String { content.withLock { $0 } }

  func write(_ text: String) throws(SystemError) {
    if let problem { throw SystemError(problem) }
    content.withLock { $0 += text }
  }
}
