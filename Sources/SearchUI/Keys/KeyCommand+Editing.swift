import Terminal

extension KeyCommand {
  /// What it does to a line of text; nil for what edits none.
  var edit: LineEditor.Action? {
    switch self {
    case .cursorLeft: .moveLeft
    case .cursorRight: .moveRight
    case .cursorToStart: .moveToStart
    case .cursorToEnd: .moveToEnd
    case .wordLeft: .moveWordLeft
    case .wordRight: .moveWordRight
    case .deleteBackward: .deleteBackward
    case .deleteForward: .deleteForward
    case .deleteBlankWord: .killBlankWordBackward
    case .deleteWordBackward: .killWordBackward
    case .deleteWordForward: .killWordForward
    case .deleteToStart: .killToStart
    case .deleteToEnd: .killToEnd
    case .yank: .yank
    case .moveUp, .moveDown, .pageUp, .pageDown, .moveToFirst, .moveToLast, .accept, .toggleStar,
      .toggleFavourite, .openPage, .copyURL, .toggleMark, .clearMarks, .cycleSort, .toggleOrder,
      .searchHistory, .retry, .help, .redraw, .suspend, .back, .quit:
      nil
    }
  }
}
