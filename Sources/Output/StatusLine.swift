import Core
package import GitHubAPI
package import HTTPTransport
import HTTPTypes
import JSON
import System

/// A line at the bottom of a terminal that shows the current activity, with other output above it;
/// in JSON mode, progress messages, at most one per second.
///
/// All other output to the terminal goes through a sink from ``around(_:)``, which erases the line
/// first and redraws it afterward.
package final class StatusLine: Sendable {
  private let messages: Messages
  private let now: @Sendable () -> Moment
  private let texts = Guarded(Texts())

  private struct Texts {
    var progress = ""
    var done: Int?
    var total: Int?
    var retry = ""
    /// The purposes of slow requests, oldest first.
    var waits: [String] = []
    var drawn = ""
    var lastReport: Moment?

    var current: String {
      if !retry.isEmpty { return retry }
      return progress.isEmpty ? waits.first ?? "" : progress
    }
  }

  /// Creates a line on the terminal, or in JSON, written through `messages`.
  package init(_ messages: Messages, now: @escaping @Sendable () -> Moment) {
    (self.messages, self.now) = (messages, now)
  }

  package var isJSON: Bool { messages.format == .json }

  /// Shows progress as a text that must be safe and fit the terminal's width; an empty one erases
  /// it.
  ///
  /// Programs get the counts as well.
  package func show(_ text: String, done: Int? = nil, of total: Int? = nil) {
    update { ($0.progress, $0.done, $0.total) = (text, done, total) }
  }

  /// Shows that a request will be repeated; an empty text erases that.
  package func showRetry(_ text: String) {
    update { $0.retry = text }
  }

  /// Shows the purpose of a wait until ``endWait(_:)``.
  package func beginWait(_ text: String) {
    update { $0.waits.append(text) }
  }

  package func endWait(_ text: String) {
    update { texts in
      if let place = texts.waits.firstIndex(of: text) { texts.waits.remove(at: place) }
    }
  }

  package func around(_ sink: any TextSink) -> any TextSink {
    Sink(line: self, sink: sink)
  }

  /// Changes the texts, and redraws the line if it changes.
  ///
  /// Draws under the lock; otherwise two threads could draw in the wrong order and leave the older
  /// line.
  private func update(_ change: (inout Texts) -> Void) {
    texts.withLock { texts in
      change(&texts)
      if texts.current != texts.drawn {
        if isJSON { report(&texts) } else { draw(texts.current) }
      }
      texts.drawn = texts.current
    }
  }

  private func report(_ texts: inout Texts) {
    let now = now()
    guard !texts.current.isEmpty, texts.lastReport.map({ now - $0 >= .seconds(1) }) ?? true else {
      return
    }
    texts.lastReport = now
    let (text, done, total) = (texts.current, texts.done, texts.total)
    messages.write(
      .progress,
      nil,
      [("text", .string(text)), ("done", .number(done)), ("total", .number(total))]
    )
  }

  /// Draws the line, ignoring failures, since it is only informative.
  private func draw(_ text: String) {
    try? messages.sink.write("\r\(text)\u{1B}[K")
  }

  /// Writes the text above the line.
  private func write(_ text: String, to sink: any TextSink) throws(SystemError) {
    try texts.withLock { texts throws(SystemError) in
      guard !texts.drawn.isEmpty else { return try sink.write(text) }
      draw("")
      defer { draw(texts.drawn) }
      try sink.write(text)
    }
  }

  private struct Sink: TextSink {
    let line: StatusLine
    let sink: any TextSink

    func write(_ text: String) throws(SystemError) {
      try line.write(text, to: sink)
    }
  }
}

extension Context {
  /// A copy of the context with a status line, if the terminal can show one; other output appears
  /// above the line, which shows the operations' notices.
  package func showingProgress() -> Self {
    let isJSON = messageFormat == .json
    // A dumb terminal cannot move back within a line.
    let hasLine = errorTerminal != nil && world.environment["TERM"] != "dumb"
    guard hasLine || isJSON else { return listening() }
    let line = StatusLine(messages, now: world.clock.now)
    var context = self
    context.statusLine = line
    if !isJSON {
      context.errors = line.around(errors)
      if terminal != nil { context.output = line.around(output) }
    }
    // A pager that reads the output has the terminal to itself.
    let isShown = terminal != nil || isJSON
    if isShown {
      context.world.transport = WatchedTransport(
        transport: world.transport,
        line: line,
        clock: world.clock
      )
    }
    return context.listening(showsRetries: isShown)
  }
}

/// A transport that shows slow requests on the status line.
///
/// As a transport, it works for all commands, and no library has to draw.
package struct WatchedTransport: HTTPTransport {
  package let transport: any HTTPTransport
  package let line: StatusLine
  package let clock: RequestClock

  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let isSearch = request.head.path?.contains("/search/") == true
    async let _ = show(isSearch ? "Searching…" : "Waiting for GitHub…")
    // The end of the scope cancels the wait, and waits until its text is gone.
    return try await transport.send(request)
  }

  /// Shows the text after a moment, until it is canceled.
  private func show(_ text: String) async {
    do {
      // Faster responses show nothing, to avoid flicker.
      try await clock.timer(line.isJSON ? .seconds(1) : .milliseconds(500))
    } catch {
      return
    }
    line.beginWait(text)
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    withExtendedLifetime(continuation) {}
    line.endWait(text)
  }
}

extension RetryNotice {
  /// A sentence such as `GitHub returned 502; retrying in 4 s (2 of 3)`.
  package var sentence: String {
    "\(what); retrying in \(seconds) s (\(number) of \(count))"
  }

  /// The failure, such as `GitHub returned 502`.
  package var what: String {
    switch cause {
    case .status(let status): "GitHub returned \(status)"
    case .failure(let code): OperationFailure.name(code)
    }
  }

  /// The wait in whole seconds.
  package var seconds: Int { max(Int((delay / .seconds(1)).rounded()), 1) }
}
