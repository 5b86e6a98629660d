/// What a key can do.
///
/// The raw value is its name in `keys.toml`.
package enum KeyCommand: String, Sendable, CaseIterable {
  case moveUp = "move-up"
  case moveDown = "move-down"
  case pageUp = "page-up"
  case pageDown = "page-down"
  case moveToFirst = "move-to-first"
  case moveToLast = "move-to-last"

  case accept
  case toggleStar = "toggle-star"
  case toggleFavourite = "toggle-favorite"
  case openPage = "open-page"
  case copyURL = "copy-url"
  case toggleMark = "toggle-mark"
  case clearMarks = "clear-marks"

  case cycleSort = "cycle-sort"
  case toggleOrder = "toggle-order"
  case searchHistory = "search-history"
  case retry

  case cursorLeft = "cursor-left"
  case cursorRight = "cursor-right"
  case cursorToStart = "cursor-to-start"
  case cursorToEnd = "cursor-to-end"
  case wordLeft = "word-left"
  case wordRight = "word-right"
  case deleteBackward = "delete-backward"
  case deleteForward = "delete-forward"
  case deleteBlankWord = "delete-blank-word"
  case deleteWordBackward = "delete-word-backward"
  case deleteWordForward = "delete-word-forward"
  case deleteToStart = "delete-to-start"
  case deleteToEnd = "delete-to-end"
  case yank

  case help
  case redraw
  case suspend
  case back
  case quit
}

extension KeyCommand {
  /// Groups of the help, in its order.
  package enum Group: String, Sendable, CaseIterable {
    case list = "Moving"
    case repository = "Repositories"
    case search = "Searching"
    case editing = "Editing the query"
    case program = "The program"
  }

  package var group: Group {
    switch self {
    case .moveUp, .moveDown, .pageUp, .pageDown, .moveToFirst, .moveToLast: .list
    case .accept, .toggleStar, .toggleFavourite, .openPage, .copyURL, .toggleMark, .clearMarks:
      .repository
    case .cycleSort, .toggleOrder, .searchHistory, .retry: .search
    case .cursorLeft, .cursorRight, .cursorToStart, .cursorToEnd, .wordLeft, .wordRight,
      .deleteBackward, .deleteForward, .deleteBlankWord, .deleteWordBackward, .deleteWordForward,
      .deleteToStart, .deleteToEnd, .yank:
      .editing
    case .help, .redraw, .suspend, .back, .quit: .program
    }
  }

  /// What it does, in a few words.
  package var title: String {
    switch self {
    case .moveUp: "up; in an empty query, recall the last one"
    case .moveDown: "down"
    case .pageUp: "a page up"
    case .pageDown: "a page down"
    case .moveToFirst: "to the first"
    case .moveToLast: "to the last"
    case .accept: "show details; in a pipeline, choose"
    case .toggleStar: "star or unstar"
    case .toggleFavourite: "add to or remove from the favorites"
    case .openPage: "open in the browser"
    case .copyURL: "copy the address"
    case .toggleMark: "mark; actions then apply to all marked"
    case .clearMarks: "drop all marks"
    case .cycleSort: "next sort"
    case .toggleOrder: "other order"
    case .searchHistory: "find an earlier search"
    case .retry: "try again, or ask GitHub anew"
    case .cursorLeft: "left"
    case .cursorRight: "right"
    case .cursorToStart: "to the start"
    case .cursorToEnd: "to the end"
    case .wordLeft: "a word left"
    case .wordRight: "a word right"
    case .deleteBackward: "delete before the cursor"
    case .deleteForward: "delete at the cursor"
    case .deleteBlankWord: "delete back to a space"
    case .deleteWordBackward: "delete a word back"
    case .deleteWordForward: "delete a word"
    case .deleteToStart: "delete to the start"
    case .deleteToEnd: "delete to the end"
    case .yank: "bring back what was deleted"
    case .help: "this help; ? in an empty query too"
    case .redraw: "draw the screen anew"
    case .suspend: "stop, until the shell's fg"
    case .back: "close, then clear the query, then leave"
    case .quit: "leave"
    }
  }
}
