import Reactive
import SearchModel
import Terminal

/// The REPL on a terminal: lines in, answers out, and only the line being typed redrawn.
///
/// ```
/// keys ─▶ PromptState ─▶ lines ─▶ Conversation (a task)
///             │                        │
///             └─▶ terminal ◀─ PromptInbox
/// ```
///
/// One thread calls `step`. What is typed while an answer is awaited is kept, and ^C gives the
/// answer up.
final class PromptDriver<Device: ScreenTerminal> {
  private(set) var outcome = REPLOutcome()

  private let search: SearchViewModel
  private let device: Device
  private let inbox: PromptInbox
  private var conversation: Conversation
  private var answering: Task<Void, Never>?
  private var prompt = PromptState()
  /// Typed while an answer is awaited.
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
    let inbox = PromptInbox(wake: { device.wake() })
    var ports = ports
    ports.print = { text in
      inbox.post(.text(text))
      return true
    }
    ports.note = { text in inbox.post(.text(text)) }
    (self.search, self.device, self.inbox, self.size) = (search, device, inbox, size)
    conversation = Conversation(search: search, options: options, ports: ports)
    line = PromptLine()
    resize(to: size)
  }

  /// Takes in what came, and says what to wait for.
  func step(_ events: [EventLoop.Event]) -> EventLoop.Next {
    absorb()
    for event in events { take(event) }
    absorb()
    if outcome.ending == nil, answering == nil { show() }
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
    conversation.table.look.width = size.columns
    line.forget()
  }

  /// While an answer is awaited.
  private func wait(_ event: InputEvent) {
    switch event {
    case .key(.control("c")):
      typedAhead = []
      answering?.cancel()
    case .key(.control("z")): isSuspending = true
    case .key, .paste: typedAhead.append(event)
    case .mouse, .focus, .reply: break
    }
  }

  private func type(_ event: InputEvent) {
    guard outcome.ending == nil else { return }
    prompt.learn(search.state.history)
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
    let inbox = inbox
    answering = Task { [conversation] in
      var conversation = conversation
      let turn = await conversation.answer(text)
      inbox.post(.answered(turn, conversation))
    }
  }

  /// The line as it stays on the screen.
  private func entered(_ text: String) -> SafeText {
    "> " + SafeText(text).truncated(toWidth: max(size.columns - 3, 1))
  }

  private func absorb() {
    for message in inbox.take() {
      switch message {
      case .text(let text): write(line.left() + PromptLine.lines(text))
      case .answered(let turn, let conversation): finish(turn, conversation)
      }
    }
  }

  private func finish(_ turn: REPLTurn, _ conversation: Conversation) {
    let width = self.conversation.table.look.width
    (self.conversation, answering) = (conversation, nil)
    self.conversation.table.look.width = width
    if turn == .cancelled { write(PromptLine.lines("given up")) }
    outcome.add(turn)
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
