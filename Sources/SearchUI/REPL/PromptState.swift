import SearchModel
import Terminal

/// The line being typed, and what keys do to it: no terminal, no clock.
struct PromptState: Sendable, Equatable {
  enum Effect: Sendable, Equatable {
    case enter(String)
    /// The line is abandoned; it stays on the screen as it is.
    case abandon
    case leave, suspend, clearScreen
    case list([String])
  }

  private(set) var editor = LineEditor()
  private var recall = LineRecall()
  /// The search in earlier lines, while it is open.
  private var search: Menu?

  mutating func addHistory(_ texts: [String]) { recall.addHistory(texts) }

  mutating func take(_ event: InputEvent, _ state: SearchState) -> Effect? {
    switch event {
    case .key(let key): return search == nil ? press(key, state) : pressInSearch(key, state)
    case .paste(let text):
      insert(text)
      return nil
    case .mouse: return nil
    }
  }

  private mutating func insert(_ text: String) {
    if search == nil { editor.apply(.insert(text)) } else { search?.editor.apply(.insert(text)) }
  }

  private mutating func press(_ key: Key, _ state: SearchState) -> Effect? {
    switch (key.code, key.modifiers) {
    case (.enter, _), (.character("j"), .control): return enter()
    case (.character("c"), .control): return abandon()
    case (.character("d"), .control) where editor.isEmpty: return .leave
    case (.character("z"), .control): return .suspend
    case (.character("l"), .control): return .clearScreen
    case (.character("r"), .control): search = Menu(.history)
    case (.tab, []): return complete(state)
    case (.up, []), (.character("p"), .control): replace(with: recall.older(than: editor.text))
    case (.down, []), (.character("n"), .control): replace(with: recall.newer())
    default: if let action = LineEditor.action(for: key) { editor.apply(action) }
    }
    return nil
  }

  private mutating func replace(with line: String?) {
    if let line { editor.replace(with: line) }
  }

  private mutating func enter() -> Effect {
    let line = editor.text
    recall.add(line.trimmingSpaces)
    editor = LineEditor()
    return .enter(line)
  }

  private mutating func abandon() -> Effect {
    editor = LineEditor()
    recall.add("")
    return .abandon
  }

  private mutating func complete(_ state: SearchState) -> Effect? {
    let before = String(editor.text.prefix(editor.cursor))
    guard let completion = Completion(before, state) else { return nil }
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

extension PromptState {
  private mutating func pressInSearch(_ key: Key, _ state: SearchState) -> Effect? {
    switch (key.code, key.modifiers) {
    case (.character("r"), .control), (.up, []): move(by: 1)
    case (.character("s"), .control), (.down, []): move(by: -1)
    case (.escape, _), (.character("g"), .control), (.character("c"), .control): search = nil
    case (.enter, _), (.tab, []), (.right, []), (.end, []), (.character("e"), .control): accept()
    case (.character("z"), .control): return .suspend
    default:
      guard let action = LineEditor.action(for: key) else { return nil }
      search?.editor.apply(action)
      search?.selection = 0
    }
    return nil
  }

  private mutating func move(by count: Int) {
    guard let search, let last = search.matches(in: recall.all).indices.last else { return }
    self.search?.selection = min(max(search.selection + count, 0), last)
  }

  /// Puts the match into the line, to be changed or entered.
  private mutating func accept() {
    replace(with: found)
    search = nil
  }

  private var found: String? {
    guard let search else { return nil }
    let matches = search.matches(in: recall.all)
    return matches.indices.contains(search.selection) ? matches[search.selection] : nil
  }
}

// MARK: - Showing

extension PromptState {
  /// A line of a terminal and the column of its cursor.
  struct Shown: Sendable, Equatable {
    var text: SafeText
    var cursorColumn: Int
  }

  /// The last column stays empty: terminals disagree on what happens after it.
  func shown(width: Int) -> Shown {
    guard let search else { return Self.line("> ", editor, width: width) }
    var shown = Self.line("history: ", search.editor, width: width / 2)
    let room = width - 1 - shown.text.displayWidth - Self.arrow.displayWidth
    let match = found.map { SafeText($0, longest: 1_024) } ?? "nothing"
    if room > 0 { shown.text = shown.text + Self.arrow + match.truncated(toWidth: room) }
    return shown
  }

  private static let arrow: SafeText = " → "

  private static func line(_ prefix: SafeText, _ editor: LineEditor, width: Int) -> Shown {
    let start = prefix.displayWidth
    guard width > start + 1 else { return Shown(text: .empty, cursorColumn: 0) }
    let window = editor.window(width: width - 1 - start)
    return Shown(text: prefix + window.text, cursorColumn: start + window.cursorColumn)
  }
}

/// The earlier lines, for ↑ and ↓.
struct LineRecall: Sendable, Equatable {
  /// Newest first, each once.
  private var lines: [String] = []
  /// Which of them is in the editor; nil for the line being typed.
  private var place: Int?
  /// The line being typed, while an older one is in the editor.
  private var draft = ""

  /// Adds lines of earlier sessions after those of this one.
  mutating func addHistory(_ texts: [String]) {
    let known = Set(lines)
    lines += texts.filter { !known.contains($0) }
  }

  mutating func add(_ line: String) {
    place = nil
    guard !line.isEmpty else { return }
    lines = Array(([line] + lines.filter { $0 != line }).prefix(Self.maxLines))
  }

  var all: [String] { lines }

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

  private static let maxLines = 2_000
}
