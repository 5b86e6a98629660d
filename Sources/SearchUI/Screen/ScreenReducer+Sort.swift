import SearchModel
import Terminal

/// The keys of the sort menu.
extension ScreenState {
  private var sortChoices: [SortChoice] { SortChoice.all(of: search.source) }

  mutating func openSortMenu() -> [ScreenEffect] {
    guard !sortChoices.isEmpty else { return [] }
    focus = .sort(sortChoices.firstIndex(of: SortChoice(search)) ?? 0)
    return []
  }
  mutating func press(_ command: KeyCommand?, inSortMenu selection: Int) -> [ScreenEffect] {
    switch command {
    case .accept: return choose(selection)
    case .chooseSort: return moveSelection(1, inSortMenu: selection)
    default:
      return command.flatMap { distance(of: $0) }
        .map { moveSelection($0, inSortMenu: selection) } ?? []
    }
  }

  private mutating func moveSelection(_ distance: Int, inSortMenu selection: Int) -> [ScreenEffect]
  {
    let count = sortChoices.count
    // Around the end, so that the key that opened the menu goes through it.
    let next = abs(distance) == 1 ? (selection + distance + count) % count : selection + distance
    focus = .sort(min(max(next, 0), count - 1))
    return []
  }

  mutating func choose(_ selection: Int) -> [ScreenEffect] {
    focus = .list
    guard sortChoices.indices.contains(selection) else { return [] }
    return sortChoices[selection].actions.map(ScreenEffect.act)
  }
}
