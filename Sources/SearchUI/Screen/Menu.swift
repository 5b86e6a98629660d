package import GitHubModel
import SearchModel
import Terminal

/// Rows over the screen, one of which is selected, and for some menus a line that filters them.
package struct Menu: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// Earlier searches.
    case history
    case sort
    /// The star lists of repositories.
    case lists(ListPicker)
    /// The parts of a star list that can be changed.
    case list(StarList)
  }

  package var kind: Kind
  /// Which row is selected.
  package var selection: Int
  /// The typed text, if the rows can be filtered.
  var editor = LineEditor()

  package init(_ kind: Kind, selection: Int = 0) {
    (self.kind, self.selection) = (kind, selection)
  }

  /// The choice of star lists.
  var picker: ListPicker? {
    get { if case .lists(let picker) = kind { picker } else { nil } }
    set { if let newValue { kind = .lists(newValue) } }
  }

  /// Whether the rows are filtered by what is typed.
  var hasLine: Bool { kind == .history || picker != nil }

  mutating func edit(_ action: LineEditor.Action) {
    editor.apply(action)
    selection = 0
  }

  /// The earlier searches that contain what was typed, newest first.
  func matches(in texts: [String]) -> [String] { texts.containing(editor.text) }

  /// The star lists with the typed words in their names, and a new one if no list has this name.
  func choices(_ lists: [ListMembers]) -> [ListPicker.Choice] {
    let name = editor.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isTaken = lists.contains { $0.list.name.lowercased() == name.lowercased() }
    return lists.matching(name).map(ListPicker.Choice.list)
      + (name.isEmpty || isTaken ? [] : [.new(name)])
  }

  func selectedChoice(_ lists: [ListMembers]) -> ListPicker.Choice? {
    let choices = choices(lists)
    return choices.indices.contains(selection) ? choices[selection] : nil
  }

  /// Whether Enter adds the repositories to a list that was only looked for.
  func addsOnEnter(to list: ListMembers) -> Bool {
    guard let picker else { return false }
    return !editor.isEmpty && !picker.isChanged && picker.mark(list) != .all
  }
}

extension [String] {
  /// Those that contain a text, in any case.
  func containing(_ text: String) -> Self {
    let wanted = text.lowercased()
    return wanted.isEmpty ? self : filter { $0.lowercased().contains(wanted) }
  }
}

extension ScreenState.Focus {
  var menu: Menu? {
    if case .menu(let menu) = self { menu } else { nil }
  }
}

extension ScreenState {
  /// The menu that has the focus.
  var menu: Menu? {
    get { focus.menu }
    set { if let newValue { focus = .menu(newValue) } }
  }

  mutating func searchHistory() {
    openPart(.menu(Menu(.history)))
  }

  mutating func openSortMenu() {
    let choices = SortChoice.all(in: search)
    guard !choices.isEmpty else { return }
    openPart(.menu(Menu(.sort, selection: choices.firstIndex(of: SortChoice(search)) ?? 0)))
  }

  mutating func moveSelection(_ distance: Int, in menu: Menu) {
    let count = max(menu.rows(in: search).count, 1)
    let next = menu.selection + distance
    // Wraps around, so that the key that opened the menu cycles through it.
    let wraps = menu.kind == .sort && abs(distance) == 1
    self.menu?.selection = wraps ? (next + count) % count : min(max(next, 0), count - 1)
  }

  mutating func press(_ key: Key, _ command: KeyCommand?, in menu: Menu) {
    if let picker = menu.picker, pressed(key, command, in: picker) { return }
    if menu.hasLine, let action = options.keymap.edit(for: key) {
      self.menu?.edit(action)
      return
    }
    switch (menu.kind, command) {
    case (_, .accept): accept(menu)
    case (.history, .searchHistory), (.sort, .chooseSort): moveSelection(1, in: menu)
    default: if let distance = distance(of: command) { moveSelection(distance, in: menu) }
    }
  }

  /// A click on a row: accepts it, or toggles a star list.
  mutating func choose(_ selection: Int, in menu: Menu) {
    self.menu?.selection = selection
    if !toggleSelectedList(), let menu = self.menu { accept(menu) }
  }

  private mutating func accept(_ menu: Menu) {
    switch menu.kind {
    case .history: searchAgain(menu)
    case .sort: chooseSort(menu.selection)
    case .lists(let picker): apply(picker, menu)
    case .list(let list): choose(ListChange.allCases[menu.selection], of: list)
    }
  }

  /// Searches GitHub again, whatever list is shown.
  private mutating func searchAgain(_ menu: Menu) {
    let matches = menu.matches(in: search.history)
    closeAllParts()
    guard matches.indices.contains(menu.selection) else { return }
    bookkeeping.recalled = nil
    let text = matches[menu.selection]
    guard search.source == .search else { return act(.begin(SearchStart(text: text))) }
    recall(text, as: .whole)
  }

  private mutating func chooseSort(_ selection: Int) {
    closePart()
    let choices = SortChoice.all(in: search)
    guard choices.indices.contains(selection) else { return }
    act(.setSort(choices[selection].sort, choices[selection].order))
  }
}
