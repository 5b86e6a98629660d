package import GitHubModel
package import SearchModel
import Terminal

/// The picker of star lists for repositories.
package struct StarListPicker: Sendable, Equatable {
  /// Whether repositories are in a list.
  package enum Mark: Sendable, Hashable {
    case none, some, all
  }

  package let repositories: [Repository]
  /// Whether the lists are being fetched, because there was no copy.
  fileprivate var isFetching = false
  /// Keys pressed before the lists were read, in order.
  fileprivate var queuedKeys: [Key] = []
  /// The lists that all repositories are added to or, if false, removed from.
  private var toggled: [StarList.ID: Bool] = [:]

  init(_ repositories: [Repository]) {
    self.repositories = repositories
  }

  var isChanged: Bool { !toggled.isEmpty }

  /// A list's future state.
  package func mark(_ list: StarListMembers) -> Mark {
    toggled[list.id].map { $0 ? .all : .none } ?? present(list)
  }

  private func present(_ list: StarListMembers) -> Mark {
    let count = repositories.count { list.members.contains($0.id) }
    return count == 0 ? .none : count == repositories.count ? .all : .some
  }

  /// Toggles a list from some to all, to none, and back to some; otherwise to the opposite and
  /// back.
  mutating func toggle(_ list: StarListMembers) {
    switch (present(list), toggled[list.id]) {
    case (.none, nil), (.some, nil): toggled[list.id] = true
    case (.all, nil), (.some, true): toggled[list.id] = false
    case (_, _): toggled[list.id] = nil
    }
  }

  /// The changes to make, including all repositories if they are added to a new list.
  func moves(_ lists: [StarListMembers], isCreating: Bool) -> [StarListWrite.Move] {
    repositories.compactMap { repository in
      func ids(_ isAdded: Bool) -> Set<StarList.ID> {
        Set(
          lists.filter {
            toggled[$0.id] == isAdded && $0.members.contains(repository.id) != isAdded
          }.map(\.id)
        )
      }
      let move = StarListWrite.Move(repository, adding: ids(true), removing: ids(false))
      return !isCreating && move.adding.isEmpty && move.removing.isEmpty ? nil : move
    }
  }
}

extension ScreenState {
  /// Opens the picker of star lists for the repositories that keys act on.
  ///
  /// The local copy is reread each time, since another program may have created a list.
  mutating func openListPicker() {
    let targets = targets
    guard !targets.isEmpty else { return }
    openPart(.menu(Menu(.starLists(StarListPicker(targets)))))
    act(.readLists)
  }

  /// Applies the keys pressed while the lists were read, fetches the lists if there is no copy, or
  /// reports why it cannot be read.
  mutating func updateListPicker() {
    guard let picker = menu?.picker else { return }
    let text: SafeText
    switch search.lists {
    case .failed(let failure) where failure.kind == .notSynced && !picker.isFetching:
      menu?.picker?.isFetching = true
      return act(.sync)
    case .failed(let failure) where failure.kind == .notSynced && search.sync != nil: return
    case .failed(let failure)
    where failure.kind == .notSynced && search.banner?.operation == .sync:
      // The banner says why.
      return closePart()
    case .failed(let failure) where failure.kind == .tokenMissing:
      text = UnavailableText.text(.tokenMissing, of: .lists)
    case .failed(let failure): text = "read your lists: " + failure.safeWhy
    case .loaded: return replayQueuedKeys(of: picker)
    case .absent, .loading: return
    }
    closePart()
    show(text)
  }

  private mutating func replayQueuedKeys(of picker: StarListPicker) {
    menu?.picker?.queuedKeys = []
    for key in picker.queuedKeys { use(key) }
  }

  /// Handles the picker's own keys; returns false for others.
  ///
  /// A space toggles until something is typed.
  mutating func pressed(_ key: Key, _ command: KeyCommand?, in picker: StarListPicker) -> Bool {
    if command == .chooseLists {
      closePart()
      return true
    }
    let toggles = command == .toggleMark || key.text == " " && menu?.editor.isEmpty == true
    let isTyped = !toggles && options.keymap.edit(for: key) != nil
    if search.lists.value == nil, !isTyped || !picker.queuedKeys.isEmpty {
      menu?.picker?.queuedKeys.append(key)
      return true
    }
    if toggles { _ = toggleSelectedList() }
    return toggles
  }

  /// Adds the repositories to the selected list, or removes them; returns false if no list is
  /// selected.
  mutating func toggleSelectedList() -> Bool {
    guard menu?.picker != nil,
      case .list(let list)? = menu?.selectedEntry(in: search)
    else { return false }
    menu?.picker?.toggle(list)
    return true
  }

  mutating func apply(_ picker: StarListPicker, _ menu: Menu) {
    var picker = picker
    var edit: StarListWrite.Edit?
    switch menu.selectedEntry(in: search) {
    case .newList(let name)?:
      if isTooLong(name, limit: StarList.maxNameLength) { return }
      edit = .create(name)
    case .list(let list)? where menu.addsOnEnter(to: list): picker.toggle(list)
    default: break
    }
    closePart()
    let moves = picker.moves(search.lists.value ?? [], isCreating: edit != nil)
    if !moves.isEmpty { change(edit, moves) }
  }

  private mutating func change(_ edit: StarListWrite.Edit?, _ moves: [StarListWrite.Move] = []) {
    act(.changeLists(StarListWrite(edit, moves: moves)))
  }
}

// MARK: - Changing a list

/// The changeable parts of a star list.
enum StarListCommand: CaseIterable {
  case rename, describe, setPrivate, delete

  func title(for list: StarList) -> SafeText {
    switch self {
    case .rename: "Rename"
    case .describe: "Describe"
    case .setPrivate: list.isPrivate ? "Make public" : "Make private"
    case .delete: "Delete"
    }
  }
}

extension ScreenState {
  /// Opens the menu of the selected star list, or of the one whose repositories are shown.
  mutating func openListMenu() {
    let id = if case .list(let id) = search.source { id } else { search.selectedList }
    guard search.source.tab == .lists, focus == .list, let list = id.flatMap(search.list) else {
      return show("Select a list in the Lists tab to change it")
    }
    openPart(.menu(Menu(.starList(list))))
  }

  mutating func choose(_ choice: StarListCommand, of list: StarList) {
    closePart()
    switch choice {
    case .rename: openPart(.prompt(Prompt(.listName(list), list.name)))
    case .describe:
      openPart(.prompt(Prompt(.listDescription(list), list.description ?? "")))
    case .setPrivate: change(.setPrivate(!list.isPrivate, list))
    case .delete: question = .deleteList(list)
    }
  }

  mutating func rename(_ list: StarList, to text: String) {
    let isBlank = text.allSatisfy(\.isWhitespace)
    if !isBlank, text != list.name { change(.rename(list, text)) }
  }

  mutating func describe(_ list: StarList, as text: String) {
    if text != list.description ?? "" { change(.describe(list, text)) }
  }

  /// Deletes a list, leaving it first if its repositories are shown.
  mutating func delete(_ list: StarList) {
    if search.source == .list(list.id) { act(.closeList) }
    change(.delete(list))
  }
}
