import GitHubModel
import Presentation
import SearchModel
import Terminal

/// A row of a menu.
struct MenuRow {
  let left: SafeText
  let right: SafeText
  /// The row in words, for screen readers.
  let spoken: SafeText

  init(_ left: SafeText, right: SafeText = .empty, spoken: SafeText? = nil) {
    (self.left, self.right, self.spoken) = (left, right, spoken ?? left)
  }

  /// A command or an action, with its keys.
  init(_ title: String, keys: String) {
    let (title, keys) = (SafeText(title), SafeText(keys))
    self.init(title, right: keys, spoken: keys.isEmpty ? title : title + ", " + keys)
  }
}

extension Menu {
  func rows(in search: SearchState) -> [MenuRow] {
    let current = SortChoice(search)
    return entries(in: search).map { entry in
      switch entry {
      case .command(let command, let keys):
        return MenuRow(command.title, keys: keys)
      case .action(let action): return MenuRow(action.title, keys: action.keyNames)
      case .symbol(let symbol, let meaning):
        return MenuRow(SafeText(meaning), right: SafeText(symbol))
      case .completion(let value): return MenuRow(SafeText(value, longest: 100))
      case .search(let text): return MenuRow(SafeText(text, longest: 600))
      case .trending(let found):
        return MenuRow(
          SafeText(found.repository.name.fullName),
          right: "+" + found.safeGained,
          spoken: "\(found.repository.name.fullName), trending: " + found.safeGained
            + " stars gained in a week"
        )
      case .sort(let choice):
        let title = choice.title(in: search)
        return MenuRow((choice == current ? "● " : "  ") + title, spoken: title)
      case .list(let list): return MenuRow(list, picker?.mark(list) ?? .none)
      case .newList(let name):
        let name = SafeText(name, longest: 100)
        return MenuRow("+ new list \"" + name + "\"", spoken: "New list " + name + ".")
      case .change(let change):
        guard case .starList(let list) = kind else { return MenuRow(.empty) }
        return MenuRow(change.title(for: list))
      }
    }
  }

  /// The text shown if there are no rows.
  private func nothing(in search: SearchState) -> SafeText {
    switch kind {
    case .commands: "No matching commands."
    case .completion: "No such value."
    case .history: "No matching searches in the history."
    case .starLists where search.lists.value == nil: "Loading your lists…"
    case .starLists: "No lists yet: type a name to create one"
    case .sort, .starList: .empty
    }
  }

  /// The selected row in words.
  func spoken(in search: SearchState) -> SafeText {
    let rows = rows(in: search)
    return rows.indices.contains(selection) ? rows[selection].spoken : nothing(in: search)
  }

  var title: SafeText {
    switch kind {
    case .commands: return "Commands and symbols"
    case .completion(let qualifier, _):
      return qualifier.isEmpty ? "Qualifiers" : "Values of " + SafeText(qualifier)
    case .history(let trending):
      return trending.isEmpty ? "Earlier searches" : "Earlier searches and trending repositories"
    case .sort: return "Sort"
    case .starLists(let picker):
      let repositories = picker.repositories
      guard repositories.count == 1, let only = repositories.first else {
        return "Lists for \(repositories.count) repositories"
      }
      return "Lists for \(only.name.fullName)"
    case .starList(let list): return list.safeName
    }
  }

  /// The prompt of its line.
  var label: SafeText {
    switch kind {
    case .commands: "command"
    case .completion(let qualifier, _): qualifier.isEmpty ? "qualifier" : SafeText(qualifier)
    case .history: "history"
    case .starLists: "list"
    case .sort, .starList: title
    }
  }

  /// The symbols of the screen, explained below the commands.
  static let symbols = [
    ("★ ☆", "starred, not starred"), ("✦ ✧ !", "starring, unstarring, failed"), ("✓", "marked"),
    ("♥", "favorite"), ("●", "language"), ("3mo", "last pushed 3 months ago"),
    ("dim rows", "cached results; search in progress"),
    ("[✓] [•] [ ]", "in the list: all, some, none"),
    ("⑂ ◉ ⊙", "forks, watchers, open issues"),
  ]

  private func hints(in search: SearchState) -> [(KeyCommand, String)] {
    switch kind {
    case .commands: return [(.accept, "run"), (.back, "close")]
    case .completion: return [(.accept, "insert"), (.toggleMark, "next"), (.back, "close")]
    case .history: return [(.accept, "use"), (.searchHistory, "older"), (.back, "close")]
    case .sort: return [(.accept, "use"), (.back, "close")]
    case .starList: return [(.accept, "choose"), (.back, "cancel")]
    case .starLists:
      let word =
        switch selectedEntry(in: search) {
        case .newList?: "create"
        case .list(let list)? where addsOnEnter(to: list): "add"
        default: "apply"
        }
      return [(.toggleMark, "toggle"), (.accept, word), (.back, "cancel")]
    }
  }
}

extension Menu {
  /// A menu as a window over the screen: a title, rows and keys.
  struct View {
    let region: ScreenRegion
    private let title: SafeText
    private let rows: [MenuRow]
    private let selection: Int?
    private let hints: SafeText
    private let hasTitle: Bool
    private let hasHints: Bool
    /// The first visible row, and the number of rows that fit.
    private let top: Int
    private let shownRows: Int

    init(_ menu: Menu, _ state: ScreenState) {
      let search = state.search
      let found = menu.rows(in: search)
      rows = found.isEmpty ? [MenuRow(menu.nothing(in: search))] : found
      selection = found.isEmpty ? nil : menu.selection
      title = menu.title
      hints = SafeText(
        state.options.keymap.hints(menu.hints(in: search)).joined(separator: "  ")
      )
      // The height does not shrink while typing.
      let all = menu.editor.isEmpty ? found : Menu(menu.kind).rows(in: search)
      let widths = (rows + all).map {
        $0.left.displayWidth + $0.right.displayWidth + Self.frame + 1
      }
      let least = max(
        max(title.displayWidth, hints.displayWidth) + Self.frame,
        menu.hasLine ? 40 : 0
      )
      var body = state.layout.body
      // An input line stays in view on a screen with few rows.
      if state.layout.kind == .oneLine, menu.hasLine { (body.row, body.rows) = (1, body.rows - 1) }
      let width = min(max(widths.max() ?? 0, least), body.columns)
      let height = max(min(max(rows.count, all.count) + 2, body.rows), 0)
      // On a low screen the rows take all the space.
      (hasTitle, hasHints) = (height > 1, height > 2)
      shownRows = max(height - (hasTitle ? 1 : 0) - (hasHints ? 1 : 0), 0)
      // The sort menu is below the control at the top right.
      region =
        menu.kind == .sort
        ? ScreenRegion(
          column: body.columns - width,
          row: body.row,
          columns: width,
          rows: height
        )
        : ScreenRegion(
          column: body.column + (body.columns - width) / 2,
          row: body.row + min((body.rows - height) / 2, 1),
          columns: width,
          rows: height
        )
      top = max(menu.selection - max(shownRows, 1) + 1, 0)
    }

    func draw(on grid: inout Grid) {
      let shown = rows.enumerated().dropFirst(top).prefix(shownRows).map {
        TextLine(text($1), $0 == selection ? .reverse : .plain)
      }
      let blank = TextLine(text(MenuRow(.empty)))
      let rest = Array(repeating: blank, count: max(shownRows - shown.count, 0))
      let head = hasTitle ? [TextLine(text(MenuRow(title)), .reverse)] : []
      grid.fill(region)
      grid.put(head + shown + rest, in: region)
      guard hasHints else { return }
      grid.put(TextLine(text(MenuRow(hints)), Theme.dim), in: region.line(region.rows - 1))
    }

    /// The columns of the frame, with a blank inside.
    private static let frame = 4

    /// A row in its frame; keys after the first are shown only if they fit.
    private func text(_ row: MenuRow) -> SafeText {
      var right = row.right.words
      while right.count > 1,
        row.left.displayWidth + joined(right).displayWidth + Self.frame >= region.columns
      {
        right.removeLast()
      }
      let room = max(region.columns - joined(right).displayWidth - Self.frame, 1)
      let left = row.left.truncated(toWidth: row.right.isEmpty ? room : room - 1)
      return "│ " + left.padded(toWidth: room) + joined(right) + " │"
    }

    private func joined(_ words: [SafeText]) -> SafeText {
      words.dropFirst().reduce(words.first ?? .empty) { $0 + " " + $1 }
    }

    /// The index of the row at a position; nil if there is none.
    func row(at position: ScreenPosition) -> Int? {
      let line = position.row - region.row - (hasTitle ? 1 : 0)
      guard selection != nil, region.contains(position), line >= 0, line < shownRows,
        rows.indices.contains(top + line)
      else { return nil }
      return top + line
    }
  }
}

extension MenuRow {
  /// Creates a row for a star list, with its mark.
  fileprivate init(_ list: StarListMembers, _ mark: StarListPicker.Mark) {
    let (sign, words): (SafeText, SafeText) =
      switch mark {
      case .all: ("[✓] ", ", in the list.")
      case .some: ("[•] ", ", some in the list.")
      case .none: ("[ ] ", ", not in the list.")
      }
    self.init(
      sign + list.list.safeName,
      right: SafeText(CompactNumber.grouped(list.list.repositoryCount)),
      spoken: list.list.safeName + words
    )
  }
}
