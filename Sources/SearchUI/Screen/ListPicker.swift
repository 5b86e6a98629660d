package import GitHubModel
package import SearchModel
import Terminal

/// The choice of star lists for repositories.
package struct ListPicker: Sendable, Equatable {
  /// Whether repositories are in a list.
  package enum Mark: Sendable, Hashable {
    case none, some, all
  }

  package let repositories: [Repository]
  /// Which list is selected.
  package var selection = 0
  /// Whether the lists are being fetched, since there was no copy of them.
  fileprivate var isFetching = false
  /// Keys that were pressed before the lists were read, in order.
  fileprivate var queuedKeys: [Key] = []
  /// The lists that all repositories are added to or, if false, removed from.
  private var toggled: [StarList.ID: Bool] = [:]
  /// Whether the details are open behind it.
  let isInDetail: Bool

  init(_ repositories: [Repository], isInDetail: Bool) {
    (self.repositories, self.isInDetail) = (repositories, isInDetail)
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

  /// The changes to make.
  func moves(_ lists: [ListMembers]) -> [ListsChange.Move] {
    repositories.compactMap { repository in
      func ids(_ isAdded: Bool) -> Set<StarList.ID> {
        Set(
          lists.filter {
            toggled[$0.id] == isAdded && $0.members.contains(repository.id) != isAdded
          }.map(\.id)
        )
      }
      let move = ListsChange.Move(repository, adding: ids(true), removing: ids(false))
      return move.adding.isEmpty && move.removing.isEmpty ? nil : move
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
    focus = .lists(ListPicker(targets, isInDetail: focus == .detail))
    return [.act(.readLists)]
  }

  /// The selected list stays selected if another one is inserted before it.
  mutating func followLists(to new: SearchState) {
    guard case .lists(var picker) = focus, let old = search.lists.value,
      let lists = new.lists.value,
      old.indices.contains(picker.selection)
    else { return }
    let selected = old[picker.selection].id
    picker.selection = lists.firstIndex { $0.id == selected } ?? 0
    focus = .lists(picker)
  }

  /// Applies the keys pressed while the lists were read, fetches the lists if there is no copy, or says why
  /// there are none.
  mutating func updateListPicker() -> [ScreenEffect] {
    guard case .lists(var picker) = focus else { return [] }
    let text: SafeText
    switch search.lists {
    case .loaded(let lists) where lists.isEmpty: text = "No lists yet: ghsearch lists create NAME"
    case .failed(let failure) where failure.kind == .notSynced && !picker.isFetching:
      picker.isFetching = true
      focus = .lists(picker)
      return [.act(.sync)]
    case .failed(let failure) where failure.kind == .notSynced && search.sync != nil: return []
    case .failed(let failure)
    where failure.kind == .notSynced && search.banner?.operation == .sync:
      // Which says why.
      close(picker)
      return []
    case .failed(let failure): text = UnavailableText.lists(failure)
    case .loaded: return replayQueuedKeys(of: picker)
    case .absent, .loading: return []
    }
    close(picker)
    return show(text)
  }

  private mutating func replayQueuedKeys(of picker: ListPicker) -> [ScreenEffect] {
    guard !picker.queuedKeys.isEmpty else { return [] }
    var idle = picker
    idle.queuedKeys = []
    focus = .lists(idle)
    return picker.queuedKeys.flatMap { act(on: $0) }
  }

  private mutating func close(_ picker: ListPicker) {
    focus = picker.isInDetail ? .detail : .list
  }

  private mutating func toggle(in picker: ListPicker) -> [ScreenEffect] {
    var picker = picker
    let lists = search.lists.value ?? []
    guard lists.indices.contains(picker.selection) else { return [] }
    picker.toggle(lists[picker.selection])
    focus = .lists(picker)
    return []
  }

  mutating func press(
    _ key: Key,
    _ command: KeyCommand?,
    in picker: ListPicker
  ) -> [ScreenEffect] {
    if command == .chooseLists {
      close(picker)
      return []
    }
    if search.lists.value == nil {
      var picker = picker
      picker.queuedKeys.append(key)
      focus = .lists(picker)
      return []
    }
    if key.text == " " { return toggle(in: picker) }
    switch command {
    case .accept: return apply(picker)
    case .toggleMark: return toggle(in: picker)
    default: return distance(of: command).map { moveSelection($0, in: picker) } ?? []
    }
  }

  mutating func moveSelection(_ distance: Int, in picker: ListPicker) -> [ScreenEffect] {
    var picker = picker
    let last = max((search.lists.value?.count ?? 0) - 1, 0)
    picker.selection = min(max(picker.selection + distance, 0), last)
    focus = .lists(picker)
    return []
  }

  private mutating func apply(_ picker: ListPicker) -> [ScreenEffect] {
    close(picker)
    let lists = search.lists.value ?? []
    let moves = picker.moves(lists)
    guard !moves.isEmpty else { return [] }
    return [.act(.changeLists(ListsChange(number: search.listsChangeCount + 1, moves: moves)))]
  }
}
