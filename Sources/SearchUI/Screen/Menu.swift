package import GitHubModel
package import SearchModel
import Terminal

/// Rows over the screen, one of which is selected; some menus have a line that filters them.
package struct Menu: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// The commands that applied where it was opened, with their keys, the user's actions, and the
    /// meanings of symbols.
    case commands([KeyCommand: String], [UserAction])
    /// The values of the qualifier at the end of the query, or the qualifiers themselves if that is
    /// empty.
    case completion(of: String, [String])
    /// Past searches and, below them, trending repositories.
    case history(trending: [TrendingRepository] = [])
    case sort
    /// The picker of star lists.
    case starLists(StarListPicker)
    /// The changeable parts of a star list.
    case starList(StarList)
  }

  package var kind: Kind
  /// The index of the selected row.
  package var selection: Int
  /// The typed text, if the rows can be filtered.
  var editor = LineEditor()

  package init(_ kind: Kind, selection: Int = 0) {
    (self.kind, self.selection) = (kind, selection)
  }

  /// The picker of star lists, if this is one.
  var picker: StarListPicker? {
    get { if case .starLists(let picker) = kind { picker } else { nil } }
    set { if let newValue { kind = .starLists(newValue) } }
  }

  /// Whether typed text filters the rows.
  var hasLine: Bool {
    switch kind {
    case .commands, .completion, .history, .starLists: true
    case .sort, .starList: false
    }
  }

  /// Whether moving wraps around.
  var isCycled: Bool {
    switch kind {
    case .sort, .completion: true
    case .commands, .history, .starLists, .starList: false
    }
  }

  mutating func edit(_ action: LineEditor.Action) {
    editor.apply(action)
    selection = 0
  }

  /// A row that can be selected.
  enum Entry: Sendable, Equatable {
    case command(KeyCommand, keys: String)
    case action(UserAction)
    /// A symbol of the screen, and its meaning.
    case symbol(String, String)
    case completion(String)
    case search(String)
    case trending(TrendingRepository)
    case sort(SortChoice)
    case list(StarListMembers)
    /// Creates a list with this name.
    case newList(String)
    case change(StarListCommand)

    /// Whether it is the same list, even if changed, or an equal entry.
    func isSame(as other: Self) -> Bool {
      if case (.list(let list), .list(let other)) = (self, other) { return list.id == other.id }
      return self == other
    }
  }

  /// The rows that can be selected, in order.
  func entries(in search: SearchState) -> [Entry] {
    switch kind {
    case .commands(let keys, let actions): commands(keys, actions)
    case .completion(_, let values):
      values.beginning(with: editor.text).map(Entry.completion)
    case .history(let trending):
      search.history.containing(editor.text).map(Entry.search)
        + trending.filter {
          editor.isEmpty || $0.repository.name.fullName.contains(anyCase: editor.text)
        }
        .map(Entry.trending)
    case .sort: SortChoice.all(in: search).map(Entry.sort)
    case .starLists: entries(search.lists.value ?? [])
    case .starList: StarListCommand.allCases.map(Entry.change)
    }
  }

  /// The commands and symbols that match the typed words.
  private func commands(_ keys: [KeyCommand: String], _ actions: [UserAction]) -> [Entry] {
    let words = editor.text.lowercased().split(whereSeparator: \.isWhitespace)
    func isFound(_ texts: String...) -> Bool {
      let text = texts.joined(separator: " ").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    let commands = KeyCommand.allCases.compactMap { command in
      keys[command].flatMap { keys in
        isFound(command.title, command.name, keys) ? Entry.command(command, keys: keys) : nil
      }
    }
    return actions.filter { isFound($0.title, $0.keyNames) }.map(Entry.action) + commands
      + Self.symbols.filter { isFound($0, $1) }.map(Entry.symbol)
  }

  /// The star lists that match the typed words, and a new one if no list has this name.
  private func entries(_ lists: [StarListMembers]) -> [Entry] {
    let name = editor.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isTaken = lists.contains { $0.list.name.lowercased() == name.lowercased() }
    return lists.matching(name).map(Entry.list) + (name.isEmpty || isTaken ? [] : [.newList(name)])
  }

  func selectedEntry(in search: SearchState) -> Entry? {
    let entries = entries(in: search)
    return entries.indices.contains(selection) ? entries[selection] : nil
  }

  /// Whether Enter adds the repositories to a list that was only searched for.
  func addsOnEnter(to list: StarListMembers) -> Bool {
    guard let picker else { return false }
    return !editor.isEmpty && !picker.isChanged && picker.mark(list) != .all
  }
}

extension String {
  fileprivate func contains(anyCase text: String) -> Bool {
    lowercased().contains(text.lowercased())
  }
}

extension [String] {
  /// The texts that contain a text, in any case.
  func containing(_ text: String) -> Self {
    text.isEmpty ? self : filter { $0.contains(anyCase: text) }
  }

  /// The texts that contain a text, in any case and ignoring quotes, with prefixes first.
  func beginning(with text: String) -> Self {
    let found = containing(text)
    let isBeginning = found.map {
      $0.lowercased().drop { $0 == "\"" }.hasPrefix(text.lowercased())
    }
    let places = found.indices
    return (places.filter { isBeginning[$0] } + places.filter { !isBeginning[$0] })
      .map { found[$0] }
  }
}

extension ScreenState.Focus {
  var menu: Menu? {
    if case .menu(let menu) = self { menu } else { nil }
  }

  /// The line of a prompt, or of a menu that has one.
  var line: LineEditor? {
    get {
      switch self {
      case .prompt(let prompt): prompt.editor
      case .menu(let menu) where menu.hasLine: menu.editor
      case .menu, .list, .detail: nil
      }
    }
    set {
      guard let newValue, line != nil else { return }
      switch self {
      case .prompt(var prompt):
        prompt.editor = newValue
        self = .prompt(prompt)
      case .menu(var menu):
        menu.editor = newValue
        self = .menu(menu)
      case .list, .detail: break
      }
    }
  }
}

extension ScreenState {
  /// The menu with the focus.
  var menu: Menu? {
    get { focus.menu }
    set { if let newValue { focus = .menu(newValue) } }
  }

  /// Opens the commands that apply here, or closes them.
  mutating func toggleHelp() {
    switch focus {
    case .prompt: return
    case .menu(let menu): if case .commands = menu.kind { return back() }
    case .list, .detail: break
    }
    let (keymap, inDetails) = (options.keymap, focus == .detail)
    let commands = KeyCommand.allCases.filter(applies).map { command in
      let keys = keymap.keys(for: command, inDetails: inDetails).map(KeyName.text)
      return (command, keys.joined(separator: " "))
    }
    let actions = browsingKeymap?.actions ?? []
    openPart(.menu(Menu(.commands(Dictionary(uniqueKeysWithValues: commands), actions))))
  }

  mutating func searchHistory() {
    openPart(.menu(Menu(.history())))
  }

  mutating func openSortMenu() {
    let choices = SortChoice.all(in: search)
    guard !choices.isEmpty else { return }
    openPart(.menu(Menu(.sort, selection: choices.firstIndex(of: SortChoice(search)) ?? 0)))
  }

  /// Keeps the selected entry selected when others appear or disappear, also below the help.
  mutating func keepMenuSelection(with new: SearchState) {
    updateMenus { [search] menu in
      guard let selected = menu.selectedEntry(in: search) else { return }
      let entries = menu.entries(in: new)
      menu.selection =
        entries.firstIndex { $0.isSame(as: selected) }
        ?? min(menu.selection, max(entries.count - 1, 0))
    }
  }

  mutating func moveSelection(_ distance: Int, in menu: Menu) {
    let count = max(menu.entries(in: search).count, 1)
    let next = menu.selection + distance
    // Wraps around, so that the key that opened the menu cycles through it.
    let wraps = menu.isCycled && abs(distance) == 1
    self.menu?.selection = wraps ? (next + count) % count : min(max(next, 0), count - 1)
  }

  mutating func use(_ command: KeyCommand?, _ key: Key?, in menu: Menu) {
    if let picker = menu.picker, let key, pressed(key, command, in: picker) { return }
    if menu.hasLine, let action = key.flatMap(options.keymap.edit) {
      self.menu?.edit(action)
      return
    }
    switch (menu.kind, command) {
    case (_, .accept): accept(menu)
    case (.history, .searchHistory), (.sort, .chooseSort), (.completion, .toggleMark):
      moveSelection(1, in: menu)
    case (.completion, .clearMarks): moveSelection(-1, in: menu)
    default: if let distance = distance(of: command) { moveSelection(distance, in: menu) }
    }
  }

  /// Handles a click on a row: accepts it, or toggles a star list.
  mutating func choose(_ selection: Int, in menu: Menu) {
    self.menu?.selection = selection
    if !toggleSelectedList(), let menu = self.menu { accept(menu) }
  }

  private mutating func accept(_ menu: Menu) {
    if let picker = menu.picker { return apply(picker, menu) }
    switch (menu.kind, menu.selectedEntry(in: search)) {
    case (.starList(let list), .change(let change)?): choose(change, of: list)
    case (_, .command(let command, _)?):
      closePart()
      use(command)
    case (_, .action(let action)?):
      closePart()
      run(action)
    case (.completion(let qualifier, _), .completion(let value)?):
      closePart()
      replaceLastWord(with: qualifier + value)
    case (_, .search(let text)?): searchAgain(text)
    case (_, .trending(let found)?):
      closePart()
      act(.visit(found.repository.name))
      openPart(.detail)
    case (_, .sort(let choice)?):
      closePart()
      act(.setSort(choice.sort, choice.order))
    default: closePart()
    }
  }

  /// Searches GitHub again, regardless of the current list.
  private mutating func searchAgain(_ text: String) {
    closeAllParts()
    bookkeeping.recall = nil
    guard search.source == .search else { return act(.begin(SearchStart(text: text))) }
    recall(text, as: .whole)
  }
}
