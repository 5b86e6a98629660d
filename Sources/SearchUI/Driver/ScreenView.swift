import Terminal

/// How a state reaches the user.
protocol ScreenView {
  mutating func show(_ state: ScreenState, on device: some ScreenTerminal)
  /// Makes the next state be shown whole.
  mutating func forget()
}

/// As a screen full of cells.
struct FrameView: ScreenView {
  mutating func show(_ state: ScreenState, on device: some ScreenTerminal) {
    device.draw(SearchScreen.frame(state))
  }

  /// The terminal knows what it shows.
  mutating func forget() {}
}
