import System
package import Terminal

/// A line typed by the user on the process's terminal, which is used only until the line is
/// entered.
package struct LinePrompt: Sendable {
  private let prefix: SafeText
  private let isHidden: Bool
  /// Earlier lines, newest first.
  private let history: [String]
  private let complete: @Sendable (_ text: String) -> Completion?

  /// Creates a line with editing, Tab and earlier lines, newest first; `complete` gets the text
  /// before the cursor.
  package init(
    _ prefix: SafeText,
    history: [String] = [],
    complete: @escaping @Sendable (_ text: String) -> Completion? = { _ in nil }
  ) {
    (self.prefix, self.history, self.complete) = (prefix, history, complete)
    isHidden = false
  }

  /// Creates a line typed without being shown, such as a token.
  package init(hiding prefix: SafeText) {
    (self.prefix, history, complete) = (prefix, [], { _ in nil })
    isHidden = true
  }

  /// How the typing ended.
  package enum Answer: Sendable, Equatable {
    case line(String)
    /// By Ctrl-C.
    case canceled
    /// By Ctrl-D on an empty line, or because the terminal is gone.
    case end
  }

  /// Prompts on a separate thread.
  ///
  /// The terminal is restored when this returns, and before a signal ends the process. Keys after
  /// the one that ends the line stay unread.
  package func answer(
    on capabilities: TerminalCapabilities = TerminalCapabilities()
  ) async throws(TerminalError) -> Answer {
    try await DedicatedThread.run {
      Result { () throws(TerminalError) in try read(capabilities) }
    }
    .get()
  }

  private func read(_ capabilities: TerminalCapabilities) throws(TerminalError) -> Answer {
    let modes: TerminalModes = isHidden ? [] : [.bracketedPaste]
    let session = try TerminalSession(on: TTY(), capabilities: capabilities, modes: modes)
    defer { session.end() }
    var line = TypedLine(prefix, history: history, complete: complete)
    var view = LineView()
    var answer: Answer?
    func ask() {
      if isHidden { session.write(Array("\(prefix) ".utf8)) }
    }
    func show() {
      if !isHidden { session.write(view.show(line.shown(width: session.size.columns))) }
    }
    ask()
    var loop = EventLoop(session, readsAhead: false)
    loop.run { events, _ in
      var next = EventLoop.Next.wait(until: nil)
      for event in events where answer == nil {
        switch event {
        case .input(let input):
          switch line.take(input) {
          case .ended(let ending): answer = ending
          case .suspend: next = .suspend
          case .clearScreen: session.write(view.clearScreen())
          case .list(let choices):
            let list = ChoiceList.lines(choices, width: session.size.columns)
            session.write(view.write(list))
          case nil: break
          }
        case .resized: view.forget()
        case .resumed:
          view.forget()
          ask()
        case .lost: answer = .end
        }
      }
      guard let answer else {
        show()
        return next
      }
      session.write(
        isHidden
          ? Array("\r\n".utf8) : view.leave(line.left(by: answer, width: session.size.columns))
      )
      return .leave
    }
    return answer ?? .end
  }
}

/// The line being typed, and the effect of keys on it, without terminal or clock.
struct TypedLine: Sendable {
  enum Effect: Sendable, Equatable {
    case ended(LinePrompt.Answer)
    case suspend, clearScreen
    case list([String])
  }

  /// The keys of the screen that edit a line.
  private static let keys = Keymap()

  private let prefix: SafeText
  private let complete: @Sendable (String) -> Completion?
  private(set) var editor = LineEditor()
  private var recall: LineRecall
  /// The search in earlier lines, while open.
  private var search: Menu?

  init(
    _ prefix: SafeText,
    history: [String] = [],
    complete: @escaping @Sendable (String) -> Completion? = { _ in nil }
  ) {
    (self.prefix, self.complete, recall) = (prefix, complete, LineRecall(lines: history))
  }

  mutating func take(_ event: InputEvent) -> Effect? {
    switch event {
    case .key(let key): return search == nil ? press(key) : pressInSearch(key)
    case .paste(let text):
      if search == nil { editor.apply(.insert(text)) } else { search?.edit(.insert(text)) }
    case .mouse: break
    }
    return nil
  }

  private mutating func press(_ key: Key) -> Effect? {
    switch (key.code, key.modifiers) {
    case (.enter, _), (.character("j"), .control): return .ended(.line(editor.text))
    case (.character("c"), .control): return .ended(.canceled)
    case (.character("d"), .control) where editor.isEmpty: return .ended(.end)
    case (.character("z"), .control): return .suspend
    case (.character("l"), .control): return .clearScreen
    case (.character("r"), .control): if !recall.lines.isEmpty { search = Menu(.history()) }
    case (.tab, []): return completeWord()
    case (.up, []), (.character("p"), .control): replace(with: recall.older(than: editor.text))
    case (.down, []), (.character("n"), .control): replace(with: recall.newer())
    default: if let action = Self.keys.edit(for: key) { editor.apply(action) }
    }
    return nil
  }

  private mutating func replace(with line: String?) {
    if let line { editor.replace(with: line) }
  }

  private mutating func completeWord() -> Effect? {
    let before = String(editor.text.prefix(editor.cursor))
    guard let completion = complete(before) else { return nil }
    let word = before[Completion.startOfWord(before)...]
    guard completion.replacement != word else {
      return completion.choices.isEmpty ? nil : .list(completion.choices)
    }
    for _ in word { editor.apply(.deleteBackward) }
    editor.apply(.insert(completion.replacement))
    return nil
  }
}

// MARK: - Looking for a line

extension TypedLine {
  private mutating func pressInSearch(_ key: Key) -> Effect? {
    switch (key.code, key.modifiers) {
    case (.character("r"), .control), (.up, []): move(by: 1)
    case (.character("s"), .control), (.down, []): move(by: -1)
    case (.escape, _), (.character("g"), .control), (.character("c"), .control): search = nil
    case (.enter, _), (.tab, []), (.right, []), (.end, []), (.character("e"), .control): accept()
    case (.character("z"), .control): return .suspend
    default:
      if let action = Self.keys.edit(for: key) { search?.edit(action) }
    }
    return nil
  }

  private mutating func move(by count: Int) {
    guard let search, let last = recall.lines.containing(search.editor.text).indices.last else {
      return
    }
    self.search?.selection = min(max(search.selection + count, 0), last)
  }

  /// Puts the match into the line, to be edited or entered.
  private mutating func accept() {
    replace(with: found)
    search = nil
  }

  private var found: String? {
    guard let search else { return nil }
    let matches = recall.lines.containing(search.editor.text)
    return matches.indices.contains(search.selection) ? matches[search.selection] : nil
  }
}

/// The earlier lines recalled with ↑ and ↓.
struct LineRecall: Sendable {
  /// The lines, newest first.
  let lines: [String]
  /// The index of the line in the editor; nil for the one being typed.
  private var place: Int?
  /// The line being typed, while an older one is in the editor.
  private var draft = ""

  init(lines: [String]) {
    self.lines = lines
  }

  mutating func older(than text: String) -> String? {
    let next = place.map { $0 + 1 } ?? 0
    guard lines.indices.contains(next) else { return nil }
    if place == nil { draft = text }
    place = next
    return lines[next]
  }

  mutating func newer() -> String? {
    guard let place else { return nil }
    self.place = place > 0 ? place - 1 : nil
    return place > 0 ? lines[place - 1] : draft
  }
}

// MARK: - Showing

extension TypedLine {
  func shown(width: Int) -> LineEditor.Window {
    guard let search else { return editor.window(behind: prefix, width: width) }
    var shown = search.editor.window(behind: "history: ", width: width / 2)
    let room = width - 1 - shown.text.displayWidth - Self.arrow.displayWidth
    let match = found.map { SafeText($0, longest: 1_024) } ?? "nothing"
    if room > 0 { shown.text = shown.text + Self.arrow + match.truncated(toWidth: room) }
    return shown
  }

  /// The text that remains on the screen after the line is entered.
  func left(by answer: LinePrompt.Answer, width: Int) -> SafeText {
    switch answer {
    case .line(let text):
      prefix + SafeText(text).truncated(toWidth: max(width - 1 - prefix.displayWidth, 1))
    case .canceled: "^C"
    case .end: .empty
    }
  }

  private static let arrow: SafeText = " → "
}

/// Draws the last line of a terminal.
struct LineView {
  /// The line on the terminal; nil if it is unknown or empty.
  private var shown: LineEditor.Window?

  /// Shows a window; writes nothing if it is already shown.
  mutating func show(_ new: LineEditor.Window) -> [UInt8] {
    guard new != shown else { return [] }
    defer { shown = new }
    let place = new.cursorColumn > 0 ? "\r\u{1B}[\(new.cursorColumn)C" : "\r"
    guard shown?.text == new.text else { return Array("\r\u{1B}[K\(new.text)\(place)".utf8) }
    return Array(place.utf8)
  }

  /// Forgets what the terminal shows.
  mutating func forget() { shown = nil }

  /// Writes this text as the final content of the line, and starts a new line.
  mutating func leave(_ text: SafeText) -> [UInt8] {
    shown = nil
    return Array("\r\u{1B}[K\(text)\r\n".utf8)
  }

  mutating func write(_ lines: String) -> [UInt8] {
    shown = nil
    return Array("\r\u{1B}[K\(lines.replacing("\n", with: "\r\n"))\r\n".utf8)
  }

  mutating func clearScreen() -> [UInt8] {
    shown = nil
    return Array("\u{1B}[H\u{1B}[2J".utf8)
  }
}

/// Words in columns, as many as fit the width.
enum ChoiceList {
  static func lines(_ words: [String], width: Int) -> String {
    let texts = words.prefix(maxWords).map { SafeText($0.trimmingTrailingSpaces) }
    let column = (texts.map(\.displayWidth).max() ?? 0) + 2
    let perLine = max((width - 1) / column, 1)
    let lines = stride(from: 0, to: texts.count, by: perLine).map { start in
      texts[start..<min(start + perLine, texts.count)]
        .map { $0.truncated(toWidth: max(width - 1, 1)).padded(toWidth: column).description }
        .joined().trimmingTrailingSpaces
    }
    let rest = words.count - texts.count
    return (lines + (rest > 0 ? ["… and \(rest) more"] : [])).joined(separator: "\n")
  }

  private static let maxWords = 100
}
