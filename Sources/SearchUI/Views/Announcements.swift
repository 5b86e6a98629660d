import GitHubModel
import Markdown
import Presentation
import SearchModel
import Terminal

/// The differences between two states of the screen in words, for screen readers; initially the
/// whole state.
struct Announcements {
  let old: ScreenState?
  let new: ScreenState

  var lines: [SafeText] {
    let answer = self.answer
    let lines =
      tab + message + found + answer + sort + marks
      + selection(hasAnswer: !answer.isEmpty) + opened
    return lines.map(Self.inWords)
  }

  /// The words spoken for symbols.
  private static let words: [Character: String] = [
    "↑": "Up", "↓": "Down", "←": "Left", "→": "Right",
  ]

  private static func inWords(_ line: SafeText) -> SafeText {
    let text = line.description
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return line }
    return SafeText(
      text.replacing(" · ", with: ", ").reduce(into: "") { $0 += words[$1] ?? String($1) }
    )
  }

  private var tab: [SafeText] {
    guard let old, old.search.source != new.search.source else { return [] }
    if case .list(let id) = new.search.source, let list = new.search.list(id) {
      return ["List " + list.safeName + "."]
    }
    return [new.search.source.tab.title + "."]
  }

  private var message: [SafeText] {
    guard let message = new.message, message.tone != .marked, message != old?.message,
      message.tone != .progress || old?.search.sync == nil
    else { return [] }
    return [SafeText(message.text.description.drop { Self.signs.contains($0) })]
  }

  /// Symbols at the start of messages, whose words say the same.
  private static let signs = "★☆♥♡ "

  private var answer: [SafeText] {
    guard
      old?.search.phase != new.search.phase || old?.search.total != new.search.total
        || old?.search.isSlow != new.search.isSlow || isRetryNew
        || old?.search.source != new.search.source
    else { return pages }
    if new.search.phase == .loaded, new.search.rowCount > 0 {
      return new.search.source == .lists ? [] : [count(new.search)]
    }
    // A retry is announced only once, not when it starts.
    let isRetrying = old?.search.retry != nil && (new.search.retry == nil || !isRetryNew)
    if isRetrying, case .searching = new.search.phase { return [] }
    let status = Status(new)
    let isStart = old == nil && new.search.phase == .idle
    let spoken = status.isSpoken ? [status.title] + status.advice : isStart ? [status.title] : []
    return spoken.map { TextLine($0) }.texts
  }

  /// Whether a new retry is announced; its countdown is not.
  private var isRetryNew: Bool { old?.search.retry?.number != new.search.retry?.number }

  /// The current match of a search in the details, with its line.
  private var found: [SafeText] {
    guard let find = new.pane.find, find != old?.pane.find || isPromptClosed, new.focus == .detail
    else { return [] }
    let line = find.line.map { new.pane.page.lines(from: $0, rows: 1) } ?? []
    return [find.position + "."] + line.map(\.text)
  }

  private var isPromptClosed: Bool {
    if case .prompt = old?.focus { true } else { false }
  }

  private var pages: [SafeText] {
    guard new.search.phase == .loaded, let before = old?.search.rows.count,
      new.search.rows.count > before
    else { return [] }
    return ["\(new.search.rows.count) loaded."]
  }

  private func count(_ search: SearchState) -> SafeText {
    guard let total = search.total else { return "\(search.rows.count) loaded." }
    let incomplete = total.isIncomplete ? " Incomplete: GitHub timed out." : ""
    return
      "\(CompactNumber.grouped(total.count)) match, \(search.rows.count) loaded.\(incomplete)"
  }

  private var sort: [SafeText] {
    guard let old, old.search.sort != new.search.sort || old.search.order != new.search.order
    else { return [] }
    return ["Sorted by " + SortChoice(new.search).title(in: new.search) + "."]
  }

  private var marks: [SafeText] {
    guard let old, old.search.marked.count != new.search.marked.count else { return [] }
    return ["\(new.search.marked.count) marked."]
  }

  private func selection(hasAnswer: Bool) -> [SafeText] {
    if new.search.source == .lists { return list }
    guard new.focus != .detail, let index = new.search.selectedIndex else { return [] }
    let isNew =
      old?.search.selectedRow?.id != new.search.selectedRow?.id || hasAnswer || isBackInList
    let isSettled = new.search.phase == .loaded || !new.bookkeeping.queryEditedSinceMove
    guard isNew, isSettled else { return [] }
    return ["\(index + 1) of \(new.search.rows.count): " + row(new.search, index)]
  }

  /// Whether everything that covered the list was closed.
  private var isBackInList: Bool { old?.focus != .list && new.focus == .list }

  private var list: [SafeText] {
    let lists = new.search.shownLists
    guard let index = new.search.selectedRowIndex,
      old?.search.selectedList != lists[index].id || old?.search.source != .lists
        || isBackInList
    else { return [] }
    let list = lists[index].list
    let count: SafeText = ", \(list.repositoryCount) repositories"
    return ["\(index + 1) of \(lists.count): " + list.safeName + count]
  }

  private func row(_ search: SearchState, _ index: Int) -> SafeText {
    let row = search.rows[index]
    let repository = row.repository
    let parts: [String?] = [
      repository.name.fullName,
      repository.counts.stars.map { "\(CompactNumber.grouped($0)) stars" },
      repository.language, row.isCached ? "cached" : nil,
      search.stars[row.id].words.description,
      search.favorites.contains(row.id) ? "favorite" : nil,
      search.isMarked(row.id) ? "marked" : nil,
      repository.flags.isArchived == true ? "archived" : nil, repository.description,
    ]
    let words = parts.compactMap(\.self).filter { !$0.isEmpty }
    return SafeText(words.joined(separator: ", "), longest: 600)
  }

  /// The complete details, once there is something to read.
  private var opened: [SafeText] {
    switch new.focus {
    case .detail where old?.isDetailOpen != true || old?.pane.detail != new.pane.detail:
      return details
    case .menu(let menu) where old?.focus != new.focus || old?.search.lists != new.search.lists:
      let spoken = menu.spoken(in: new.search)
      guard let old, let before = old.menu else { return [menu.title + ": " + spoken] }
      return before.spoken(in: old.search) == spoken ? [] : [spoken]
    case .list, .detail, .menu, .prompt: return []
    }
  }
}

extension Announcements {
  /// The details once they are loaded, and then only new lines.
  private var details: [SafeText] {
    guard new.pane.detail.isComplete else { return [] }
    guard let old, old.isDetailOpen, old.pane.detail.isComplete,
      old.pane.repository?.id == new.pane.repository?.id
    else { return Self.lines(new) }
    let said = Set(Self.lines(old))
    return Self.lines(new).filter { !said.contains($0) }
  }

  private static func lines(_ state: ScreenState) -> [SafeText] {
    let view = DetailView(content: DetailContent(state, width: width))
    return (view.spoken(now: state.now) + readme(state.pane.detail)).texts
  }

  /// The words of the README, without the bars and bullets of its blocks.
  private static func readme(_ detail: DetailState) -> [TextLine] {
    let markdown = detail.readme.value.flatMap(\.self)
    guard
      let text = markdown.map({ MarkdownDocument.plainText(of: $0.text) })
        ?? detail.localReadme?.text
    else { return [] }
    let head = detail.repository.map { ReadmeHead($0) }
    return ReadmeText.lines(plain: text, ReadmeText.Options(width: width, head: head))
  }

  /// The width in columns: a paragraph is one line.
  private static let width = 1_000
}

extension DetailState {
  /// Whether only the trends are missing.
  fileprivate var isComplete: Bool {
    facts != .absent && facts != .loading && readme != .absent && readme != .loading
  }
}

extension [TextLine] {
  fileprivate var texts: [SafeText] { map(\.text).filter { !$0.isEmpty } }
}

extension TextLine {
  fileprivate var text: SafeText {
    let text = spans.map(\.text.description).joined()
    let end = text.lastIndex { $0 != " " } ?? text.startIndex
    return SafeText(text.isEmpty ? "" : text[...end].drop { $0 == " " })
  }
}

/// Shows a state as lines for a screen reader, above the input line.
///
/// Each line is written once and stays; the hardware cursor is always at the insertion point.
struct AnnouncingView {
  private var shown: ScreenState?
  private var view = LineView()

  mutating func show(_ state: ScreenState, on device: some ScreenTerminal) {
    let lines = Announcements(old: shown, new: state).lines.map(\.description)
    shown = state
    let announced = lines.isEmpty ? [] : view.write(lines.joined(separator: "\n"))
    let bytes = announced + view.show(Self.line(state))
    if !bytes.isEmpty { device.write(bytes) }
  }

  /// Makes the next state rewrite the input line.
  mutating func forget() { view.forget() }

  /// Starts a new line for subsequent output.
  func end(on device: some ScreenTerminal) {
    device.write(Array("\r\n".utf8))
  }

  private static func line(_ state: ScreenState) -> LineEditor.Window {
    let (prefix, editor): (SafeText, LineEditor) =
      switch state.focus {
      case .prompt(let prompt): (prompt.label, prompt.editor)
      case .menu(let menu): (menu.label + ": ", menu.editor)
      case .detail: ("details: ", LineEditor())
      case .list: ("\(state.search.source.tab.title.description.lowercased()): ", state.editor)
      }
    return editor.window(behind: prefix, width: state.size.columns)
  }
}
