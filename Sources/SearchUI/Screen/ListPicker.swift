package import GitHubModel
package import SearchModel
import Terminal

/// The choice of star lists for repositories.
package struct ListPicker: Sendable, Equatable {
  /// Whether repositories are in a list.
  package enum Mark: Sendable, Hashable {
    case none, some, all
  }

  /// A row of the choice.
  enum Choice: Sendable, Equatable {
    case list(ListMembers)
    /// Creates a list of this name.
    case new(String)
  }

  package let repositories: [Repository]
  /// The words in the names of the lists that are shown, or the name of a new one.
  private(set) var editor = LineEditor()
  /// Which choice is selected.
  package var selection = 0
  /// Whether the lists are being fetched, since there was no copy of them.
  fileprivate var isFetching = false
  /// Keys that were pressed before the lists were read, in order.
  fileprivate var queuedKeys: [Key] = []
  /// The lists that all repositories are added to or, if false, removed from.
  private var toggled: [StarList.ID: Bool] = [:]

  init(_ repositories: [Repository]) {
    self.repositories = repositories
  }

  /// The lists with the words in their names, and a new one if no list has this name.
  func choices(_ lists: [ListMembers]) -> [Choice] {
    let name = editor.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isTaken = lists.contains { $0.list.name.lowercased() == name.lowercased() }
    return lists.matching(name).map(Choice.list) + (name.isEmpty || isTaken ? [] : [.new(name)])
  }

  func selected(_ lists: [ListMembers]) -> Choice? {
    let choices = choices(lists)
    return choices.indices.contains(selection) ? choices[selection] : nil
  }

  /// Whether Enter adds the repositories to a list that was only looked for.
  func addsOnEnter(to list: ListMembers) -> Bool {
    !editor.isEmpty && toggled.isEmpty && mark(list) != .all
  }

  /// The effect of a key on the text; nil for other keys.
  ///
  /// A space toggles until something is typed.
  fileprivate func edit(_ key: Key, _ command: KeyCommand?) -> LineEditor.Action? {
    if let character = key.text {
      return character == " " && editor.isEmpty ? nil : .insert(String(character))
    }
    if case .edit(let action)? = command?.action { return action }
    return nil
  }

  fileprivate mutating func apply(_ action: LineEditor.Action) {
    editor.apply(action)
    selection = 0
  }

  /// The state that a list will have.
  package func mark(_ list: ListMembers) -> Mark {
    toggled[list.id].map { $0 ? .all : .none } ?? present(list)
  }

  private func present(_ list: ListMembers) -> Mark {
    let count = repositories.count { list.members.contains($0.id) }
    return count == 0 ? .none : count == repositories.count ? .all : .some
  }

  /// Goes from some to all, to none, and to some again; otherwise to the opposite and back.
  mutating func toggle(_ list: ListMembers) {
    switch (present(list), toggled[list.id]) {
    case (.none, nil), (.some, nil): toggled[list.id] = true
    case (.all, nil), (.some, true): toggled[list.id] = false
    case (_, _): toggled[list.id] = nil
    }
  }

  /// The changes to make; of all repositories if they go into a new list too.
  func moves(_ lists: [ListMembers], isCreating: Bool) -> [ListsChange.Move] {
    repositories.compactMap { repository in
      func ids(_ isAdded: Bool) -> Set<StarList.ID> {
        Set(
          lists.filter {
            toggled[$0.id] == isAdded && $0.members.contains(repository.id) != isAdded
          }.map(\.id)
        )
      }
      let move = ListsChange.Move(repository, adding: ids(true), removing: ids(false))
      return !isCreating && move.adding.isEmpty && move.removing.isEmpty ? nil : move
    }
  }
}

extension ScreenState {
  /// Opens the choice of star lists for the marked repositories or the selected one.
  ///
  /// The local copy is read again each time: another program may have created a list.
  mutating func openListPicker() -> [ScreenEffect] {
    let targets = search.targets
    guard !targets.isEmpty else { return [] }
    openPart(.lists(ListPicker(targets)))
    return [.act(.readLists)]
  }

  /// The selected list stays selected if another one is inserted before it.
  mutating func followLists(to new: SearchState) {
    guard case .lists(var picker) = focus, let old = search.lists.value,
      let lists = new.lists.value, let selected = picker.selected(old)
    else { return }
    picker.selection =
      picker.choices(lists).firstIndex { choice in
        if case .list(let new) = choice, case .list(let old) = selected {
          new.id == old.id
        } else {
          choice == selected
        }
      } ?? 0
    focus = .lists(picker)
  }

  /// Applies the keys pressed while the lists were read, fetches the lists if there is no copy, or says why
  /// it cannot be read.
  mutating func updateListPicker() -> [ScreenEffect] {
    guard case .lists(var picker) = focus else { return [] }
    let text: SafeText
    switch search.lists {
    case .failed(let failure) where failure.kind == .notSynced && !picker.isFetching:
      picker.isFetching = true
      focus = .lists(picker)
      return [.act(.sync)]
    case .failed(let failure) where failure.kind == .notSynced && search.sync != nil: return []
    case .failed(let failure)
    where failure.kind == .notSynced && search.banner?.operation == .sync:
      // Which says why.
      closePart()
      return []
    case .failed(let failure): text = UnavailableText.lists(failure)
    case .loaded: return replayQueuedKeys(of: picker)
    case .absent, .loading: return []
    }
    closePart()
    return show(text)
  }

  private mutating func replayQueuedKeys(of picker: ListPicker) -> [ScreenEffect] {
    guard !picker.queuedKeys.isEmpty else { return [] }
    var idle = picker
    idle.queuedKeys = []
    focus = .lists(idle)
    return picker.queuedKeys.flatMap { act(on: $0) }
  }

  private mutating func toggle(in picker: ListPicker) -> [ScreenEffect] {
    guard case .list(let list)? = picker.selected(search.lists.value ?? []) else { return [] }
    var picker = picker
    picker.toggle(list)
    focus = .lists(picker)
    return []
  }

  mutating func edit(_ action: LineEditor.Action, in picker: ListPicker) -> [ScreenEffect] {
    var picker = picker
    picker.apply(action)
    focus = .lists(picker)
    return []
  }

  mutating func press(
    _ key: Key,
    _ command: KeyCommand?,
    in picker: ListPicker
  ) -> [ScreenEffect] {
    if command == .chooseLists {
      closePart()
      return []
    }
    let action = picker.edit(key, command)
    if search.lists.value == nil, action == nil || !picker.queuedKeys.isEmpty {
      var picker = picker
      picker.queuedKeys.append(key)
      focus = .lists(picker)
      return []
    }
    if let action { return edit(action, in: picker) }
    if key.text == " " { return toggle(in: picker) }
    switch command {
    case .accept: return apply(picker)
    case .toggleMark: return toggle(in: picker)
    default: return distance(of: command).map { moveSelection($0, in: picker) } ?? []
    }
  }

  mutating func moveSelection(_ distance: Int, in picker: ListPicker) -> [ScreenEffect] {
    var picker = picker
    let last = max(picker.choices(search.lists.value ?? []).count - 1, 0)
    picker.selection = min(max(picker.selection + distance, 0), last)
    focus = .lists(picker)
    return []
  }

  private mutating func apply(_ picker: ListPicker) -> [ScreenEffect] {
    closePart()
    var picker = picker
    var edit: ListsChange.Edit?
    let lists = search.lists.value ?? []
    switch picker.selected(lists) {
    case .new(let name)?: edit = .create(name)
    case .list(let list)? where picker.addsOnEnter(to: list): picker.toggle(list)
    case .list, nil: break
    }
    let moves = picker.moves(lists, isCreating: edit != nil)
    return moves.isEmpty ? [] : change(edit, moves)
  }

  private func change(_ edit: ListsChange.Edit?, _ moves: [ListsChange.Move] = []) -> [ScreenEffect]
  {
    [.act(.changeLists(ListsChange(number: search.listsChangeCount + 1, edit, moves: moves)))]
  }
}

// MARK: - Changing a list

/// The menu of what can be changed of a star list.
package struct ListMenu: Sendable, Equatable {
  enum Choice: CaseIterable {
    case rename, describe, setPrivate, delete
  }

  let list: StarList
  package var selection = 0

  var selected: Choice { Choice.allCases[selection] }

  func title(_ choice: Choice) -> SafeText {
    switch choice {
    case .rename: "Rename"
    case .describe: "Describe"
    case .setPrivate: list.isPrivate ? "Make public" : "Make private"
    case .delete: "Delete"
    }
  }
}

extension ScreenState {
  /// Opens the menu of the selected star list, or of the one whose repositories are shown.
  mutating func openListMenu() -> [ScreenEffect] {
    let id = if case .list(let id) = search.source { id } else { search.selectedList }
    guard search.source.tab == .lists, focus == .list, let list = id.flatMap(search.list) else {
      return show("Select a list in the Lists tab to change it")
    }
    openPart(.listMenu(ListMenu(list: list)))
    return []
  }

  mutating func press(_ command: KeyCommand?, in menu: ListMenu) -> [ScreenEffect] {
    if command == .accept { return choose(menu.selected, of: menu.list) }
    guard let distance = distance(of: command) else { return [] }
    var menu = menu
    menu.selection = min(max(menu.selection + distance, 0), ListMenu.Choice.allCases.count - 1)
    focus = .listMenu(menu)
    return []
  }

  private mutating func choose(_ choice: ListMenu.Choice, of list: StarList) -> [ScreenEffect] {
    closePart()
    switch choice {
    case .rename: openPart(.prompt(Prompt(.listName(list), list.name)))
    case .describe:
      openPart(.prompt(Prompt(.listDescription(list), list.description ?? "")))
    case .setPrivate: return change(.setPrivate(!list.isPrivate, list))
    case .delete: question = .deleteList(list)
    }
    return []
  }

  func rename(_ list: StarList, to text: String) -> [ScreenEffect] {
    let isBlank = text.allSatisfy(\.isWhitespace)
    return isBlank || text == list.name ? [] : change(.rename(list, text))
  }

  func describe(_ list: StarList, as text: String) -> [ScreenEffect] {
    text == list.description ?? "" ? [] : change(.describe(list, text))
  }

  /// Leaves the list first if its repositories are shown.
  func delete(_ list: StarList) -> [ScreenEffect] {
    (search.source == .list(list.id) ? [.act(.closeList)] : []) + change(.delete(list))
  }
}
