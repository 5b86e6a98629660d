/// A line that is typed without being shown, such as a token.
package enum SecretPrompt {
  /// Asks on the process's terminal, and waits on the calling thread; nil when the user cancels
  /// with ^C, or with ^D on an empty line.
  ///
  /// Restores the terminal before it returns, and before a signal ends the process.
  package static func ask(_ prompt: SafeText) throws(TerminalError) -> String? {
    // Nothing is drawn, so any terminal will do.
    let session = try TerminalSession(on: TTY(), capabilities: TerminalCapabilities(), modes: [])
    defer { session.end() }
    var answer = Answer()
    var loop = EventLoop(session)
    session.send(Array("\(prompt) ".utf8))
    loop.run { events, _ in
      for event in events { answer.take(event) }
      return answer.isDone ? .leave : .wait(until: nil)
    }
    session.send(Array("\r\n".utf8))
    return answer.text
  }

  /// The characters typed so far.
  struct Answer {
    private var line = LineEditor()
    private(set) var isDone = false
    /// Nil when it was canceled.
    private(set) var text: String?

    mutating func take(_ event: EventLoop.Event) {
      guard !isDone else { return }
      switch event {
      case .input(.key(let key)): take(key)
      case .input(.paste(let text)): line.apply(.insert(text))
      case .lost: isDone = true
      case .input, .resized, .resumed: break
      }
    }

    private mutating func take(_ key: Key) {
      switch key {
      case Key(.enter): (isDone, text) = (true, line.text)
      case .control("c"): isDone = true
      case .control("d") where line.isEmpty: isDone = true
      default: if let action = LineEditor.action(for: key) { line.apply(action) }
      }
    }
  }
}
