import Terminal

/// The keys of the help: those of a pager.
extension ScreenState {
  mutating func toggleHelp() -> [ScreenEffect] {
    if case .help = focus { focus = .list } else { focus = .help(top: 0) }
    return []
  }

  mutating func pressInHelp(_ key: Key, _ command: KeyCommand?) -> [ScreenEffect] {
    switch key {
    case .character("q"), .character("?"): return back()
    default: break
    }
    if command == .accept { return back() }
    return command.flatMap { distance(of: $0) }.map { scroll($0) } ?? []
  }
}
