import SearchModel
import Terminal

/// The sort menu.
extension ScreenState {
  static let sortHints: [(KeyCommand, String)] = [(.accept, "use"), (.back, "close")]

  private var sortChoices: [SortChoice] { SortChoice.all(in: search) }

  mutating func openSortMenu() -> [ScreenEffect] {
    guard !sortChoices.isEmpty else { return [] }
    openPart(.sort(sortChoices.firstIndex(of: SortChoice(search)) ?? 0))
    return []
  }

  mutating func press(_ command: KeyCommand?, inSortMenu selection: Int) -> [ScreenEffect] {
    if command == .accept { return choose(selection) }
    let distance = command == .chooseSort ? 1 : distance(of: command)
    guard let distance else { return [] }
    let count = sortChoices.count
    // Wraps around, so that the key that opened the menu cycles through it.
    let next = abs(distance) == 1 ? (selection + distance + count) % count : selection + distance
    focus = .sort(min(max(next, 0), count - 1))
    return []
  }

  mutating func choose(_ selection: Int) -> [ScreenEffect] {
    closeAllParts()
    guard sortChoices.indices.contains(selection) else { return [] }
    return sortChoices[selection].actions.map(ScreenEffect.act)
  }
}
