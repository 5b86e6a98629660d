import Reactive
import SearchModel
import Terminal

/// The REPL on a terminal: lines in, answers out, and only the line being typed redrawn.
///
/// ```
/// keys ─▶ PromptState ─▶ lines ─▶ REPLSession (a task)
///             │                        │
///             └─▶ terminal ◀─── Mailbox
/// ```
///
/// One thread calls `step`. Keys typed while an answer is awaited are kept, and ^C gives up the answer.
final class PromptDriver<Device: ScreenTerminal> {
  private(set) var outcome = REPLOutcome()

  private let search: SearchViewModel
  private let device: Device
  private let mailbox: Mailbox<PromptMail>
  private var session: REPLSession
  private var answering: Task<Void, Never>?
  private var prompt = PromptState()
  /// Keys typed while a line is answered.
  private var typedAhead: [InputEvent] = []
  private var size: ScreenSize
  private var line: PromptLine
  private var isSuspending = false

  init(
    _ search: SearchViewModel,
    _ options: REPL.Options,
    _ ports: REPL.Ports,
    device: Device,
    size: ScreenSize
  ) {
    let mailbox = Mailbox<PromptMail>(wake: { device.wake() })
    var ports = ports
    ports.print = { text in
      mailbox.post { $0.messages.append(.text(text)) }
      return true
    }
    ports.note = { text in mailbox.post { $0.messages.append(.text(text)) } }
    (self.search, self.device, self.mailbox, self.size) = (search, device, mailbox, size)
    session = REPLSession(search: search, options: options, ports: ports)
    line = PromptLine()
    resize(to: size)
  }

  /// Takes in events, and returns what to wait for.
  func step(_ events: [EventLoop.Event]) -> EventLoop.Next {
    mailbox.open()
    absorb()
    for event in events { take(event) }
    repeat {
      absorb()
      if outcome.ending == nil, answering == nil { show() }
    } while !mailbox.close()
    if outcome.ending != nil { return leave() }
    defer { isSuspending = false }
    return isSuspending ? .suspend : .wait(until: nil)
  }

  private func leave() -> EventLoop.Next {
    answering?.cancel()
    write(line.left())
    return .leave
  }

  // MARK: Events

  private func take(_ event: EventLoop.Event) {
    switch event {
    case .input(let event): answering == nil ? type(event) : wait(event)
    case .resized(let size): resize(to: size)
    case .resumed(let size):
      line.forget()
      resize(to: size)
    case .lost: outcome.ending = .terminalLost
    }
  }

  private func resize(to size: ScreenSize) {
    self.size = size
    session.table.style.width = size.columns
    line.forget()
  }

  private func wait(_ event: InputEvent) {
    switch event {
    case .key(.control("c")):
      typedAhead = []
      answering?.cancel()
    case .key(.control("z")): isSuspending = true
    case .key, .paste: typedAhead.append(event)
    case .mouse: break
    }
  }

  private func type(_ event: InputEvent) {
    guard outcome.ending == nil else { return }
    prompt.addHistory(search.state.history)
    guard let effect = prompt.take(event, search.state) else { return }
    switch effect {
    case .enter(let text): enter(text)
    case .abandon: write(line.left(with: "^C"))
    case .leave: outcome.ending = .endOfInput
    case .suspend: isSuspending = true
    case .clearScreen: write(line.cleared())
    case .list(let choices):
      show()
      write(line.left() + PromptLine.lines(ChoiceList.lines(choices, width: size.columns)))
    }
  }

  // MARK: Answers

  private func enter(_ text: String) {
    write(line.left(with: entered(text)))
    answering = Task { [mailbox, session] in
      var session = session
      let result = await session.answer(text)
      mailbox.post { [session] in $0.messages.append(.answered(result, session)) }
    }
  }

  private func entered(_ text: String) -> SafeText {
    "> " + SafeText(text).truncated(toWidth: max(size.columns - 3, 1))
  }

  private func absorb() {
    for message in mailbox.take().messages {
      switch message {
      case .text(let text): write(line.left() + PromptLine.lines(text))
      case .answered(let result, let session): finish(result, session)
      }
    }
  }

  private func finish(_ result: REPLResult, _ session: REPLSession) {
    let width = self.session.table.style.width
    (self.session, answering) = (session, nil)
    self.session.table.style.width = width
    if result == .cancelled { write(PromptLine.lines("canceled")) }
    outcome.add(result)
    let events = typedAhead
    typedAhead = []
    for event in events { answering == nil ? type(event) : wait(event) }
  }

  // MARK: Writing

  private func show() {
    write(line.show(prompt.shown(width: size.columns)))
  }

  private func write(_ bytes: [UInt8]) {
    if !bytes.isEmpty { device.write(bytes) }
  }
}

/// The messages of the task that answers a line.
private struct PromptMail: MailboxContents {
  enum Message: Sendable {
    /// Whole lines.
    case text(String)
    case answered(REPLResult, REPLSession)
  }

  var messages: [Message] = []

  var isEmpty: Bool { messages.isEmpty }
}

/// Draws the last line of a terminal.
struct PromptLine {
  /// The line on the terminal; nil if it is unknown or empty.
  private var shown: PromptState.Shown?

  /// Does nothing if it is already shown.
  mutating func show(_ new: PromptState.Shown) -> [UInt8] {
    guard new != shown else { return [] }
    defer { shown = new }
    let place = new.cursorColumn > 0 ? "\r\u{1B}[\(new.cursorColumn)C" : "\r"
    guard shown?.text == new.text else { return Array("\r\u{1B}[K\(new.text)\(place)".utf8) }
    return Array(place.utf8)
  }

  /// The terminal may show anything.
  mutating func forget() { shown = nil }

  /// Erases the line, so that others can be written in its place.
  mutating func left() -> [UInt8] {
    guard shown != nil else { return [] }
    shown = nil
    return Array("\r\u{1B}[K".utf8)
  }

  /// Leaves this text in the line, and begins the next one.
  mutating func left(with text: SafeText) -> [UInt8] {
    shown = nil
    return Array("\r\u{1B}[K\(text)\r\n".utf8)
  }

  mutating func cleared() -> [UInt8] {
    shown = nil
    return Array("\u{1B}[H\u{1B}[2J".utf8)
  }

  /// Lines as a terminal without translation needs them.
  static func lines(_ text: String) -> [UInt8] {
    let text = text.hasSuffix("\n") ? text : text + "\n"
    return Array(text.replacing("\n", with: "\r\n").utf8)
  }
}
