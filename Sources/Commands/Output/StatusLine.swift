import Locking

/// A line at the bottom of a terminal that is drawn again and again, and other output above it.
///
/// Whatever else is written to the terminal goes through a sink of ``around(_:)``, which takes the
/// line away before and puts it back behind.
final class StatusLine: Sendable {
  private let terminal: any TextSink
  private let text = Guarded("")

  init(_ terminal: any TextSink) {
    self.terminal = terminal
  }

  /// Shows the text, which is safe and fits the terminal's width; an empty one takes the line away.
  func show(_ text: String) {
    let before = self.text.withLock { shown in
      defer { shown = text }
      return shown
    }
    if before != text { draw(text) }
  }

  func around(_ sink: any TextSink) -> any TextSink {
    Sink(line: self, sink: sink)
  }

  /// Nobody is told when it fails: the line is for company.
  private func draw(_ text: String) {
    try? terminal.write("\r\(text)\u{1B}[K")
  }

  private struct Sink: TextSink {
    let line: StatusLine
    let sink: any TextSink

    func write(_ text: String) throws(OutputError) {
      let shown = line.text.withLock { $0 }
      guard !shown.isEmpty else { return try sink.write(text) }
      line.draw("")
      defer { line.draw(shown) }
      try sink.write(text)
    }
  }
}
