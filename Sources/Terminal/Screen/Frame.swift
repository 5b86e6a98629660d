/// All that a terminal is to show: a pure value, which a function of state and size makes.
package struct Frame: Sendable, Equatable {
  package var grid: Grid
  /// Where the hardware cursor stands, which braille readers follow; nil hides it.
  package var cursor: ScreenPosition?
  /// The window's title; nil leaves it as it is.
  package var title: SafeText?
  /// Whether clicks and the wheel are to come as events, where the session allows it.
  package var wantsMouse: Bool
  /// What is drawn over the cells, where the terminal can.
  package var pictures: [PicturePlacement]

  package init(
    _ grid: Grid,
    cursor: ScreenPosition? = nil,
    title: SafeText? = nil,
    wantsMouse: Bool = false,
    pictures: [PicturePlacement] = []
  ) {
    self.grid = grid
    self.cursor = cursor
    self.title = title
    self.wantsMouse = wantsMouse
    self.pictures = pictures
  }

  package var size: ScreenSize { grid.size }
}
