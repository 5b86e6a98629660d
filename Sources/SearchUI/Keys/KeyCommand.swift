import SearchModel
package import Terminal

/// A command that a key can be bound to.
///
/// A new key is a case here, whose name is that in `keys.toml`, and a row in ``entry``.
package enum KeyCommand: String, Sendable, CaseIterable {
  // In the order of the help.
  case moveUp, moveDown, pageUp, pageDown, moveToFirst, moveToLast
  case previewUp, previewDown, togglePreview, previousTab, nextTab
  case accept, toggleStar, toggleFavorite, openPage, copyURL, copyClone, clone
  case toggleMark, clearMarks, chooseLists, editList, editNote, undo
  case chooseSort, cycleSort, toggleOrder, searchHistory, retry
  case cursorLeft, cursorRight, cursorToStart, cursorToEnd, wordLeft, wordRight
  case deleteBackward, deleteForward, deleteBlankWord, deleteWordBackward, deleteWordForward
  case deleteToStart, deleteToEnd, yank
  case help, redraw, suspend, back, quit
}

extension KeyCommand {
  /// The groups of the help, in order.
  package enum Group: String, Sendable, CaseIterable {
    case list = "Navigation"
    case repository = "Repositories"
    case search = "Search"
    case editing = "Query"
    case program = "General"
  }

  /// The effect of a command, and where it applies.
  enum Action {
    /// In every focus.
    case anywhere((inout ScreenState) -> Void)
    /// In the list and in the details; another focus may use the key for something else.
    case browse((inout ScreenState) -> Void)
    /// Moves the selection, or scrolls, by this many rows: down when positive.
    case move((ScreenState) -> Int)
    /// Edits the input line of the list or of the history.
    case edit(LineEditor.Action)
    /// Enter, whose effect each focus decides.
    case accept
  }

  /// Its name in `keys.toml`: that of the case, as in `copy-url`.
  package var name: String {
    rawValue.replacing(/([a-z])([A-Z])/) { "\($0.1)-\($0.2)" }.lowercased()
  }
  /// Where the help shows the command.
  package var group: Group { entry.group }
  /// Its effect in a few words.
  package var title: String { entry.title }
  /// Its default keys, the first one shown in hints.
  package var keys: [Key] { keyNames.split(separator: " ").compactMap(KeyName.key) }
  /// The same keys as the help writes them.
  package var keyNames: String { entry.keys }
  var action: Action { entry.action }

  /// The command with this name in `keys.toml`.
  init?(name: some StringProtocol) {
    guard let command = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = command
  }

  /// The default keys are those of shells and Emacs if these have one.
  private typealias Entry = (group: Group, title: String, keys: String, action: Action)

  private var entry: Entry {
    switch self {
    case .moveUp: (.list, "up (empty query: earlier searches)", "↑ Ctrl-P", .move { _ in -1 })
    case .moveDown: (.list, "down", "↓ Ctrl-N", .move { _ in 1 })
    case .pageUp: (.list, "page up", "PgUp", .move { -$0.pageRows })
    case .pageDown: (.list, "page down", "PgDn", .move { $0.pageRows })
    case .moveToFirst: (.list, "first row", "Alt-< Ctrl-Home", .move { _ in -ScreenState.allRows })
    case .moveToLast: (.list, "last row", "Alt-> Ctrl-End", .move { _ in ScreenState.allRows })
    case .previewUp: (.list, "scroll the details up", "Shift-↑", .browse { $0.scrollDetails(-3) })
    case .previewDown:
      (.list, "scroll the details down", "Shift-↓", .browse { $0.scrollDetails(3) })
    case .togglePreview:
      (.list, "show or hide the details", "F8", .browse { $0.isPreviewHidden.toggle() })
    case .previousTab: (.list, "previous tab", "F2 Ctrl-PgUp", .anywhere { $0.openTab(at: -1) })
    case .nextTab: (.list, "next tab", "F3 Ctrl-PgDn", .anywhere { $0.openTab(at: 1) })
    case .accept: (.repository, "details (when piped: print and exit)", "Enter", .accept)
    case .toggleStar:
      (
        .repository, "star or unstar", "Ctrl-S",
        .browse { $0.act($0.search.starToggle(of: $0.targets)) }
      )
    case .toggleFavorite:
      (
        .repository, "add to or remove from favorites", "Ctrl-F",
        .browse { $0.act($0.search.favoriteToggle(of: $0.targets)) }
      )
    case .openPage: (.repository, "open in the browser", "Ctrl-O", .browse { $0.openPages() })
    case .copyURL: (.repository, "copy the URL", "F6 Alt-C", .browse { $0.copy(.url) })
    case .copyClone:
      (.repository, "copy the clone command", "F7 Alt-G", .browse { $0.copy(.cloneCommand) })
    case .clone:
      (.repository, "clone into the current directory", "Ctrl-G", .browse { $0.askToClone() })
    case .toggleMark:
      (.repository, "complete a qualifier, or mark a row", "Tab", .browse { $0.completeOrMark() })
    case .clearMarks: (.repository, "clear marks", "Shift-Tab", .browse { $0.act(.clearMarks) })
    case .chooseLists:
      (.repository, "choose or create star lists", "Ctrl-X", .browse { $0.openListPicker() })
    case .editList:
      (.repository, "change or delete a star list", "Alt-L", .browse { $0.openListMenu() })
    case .editNote: (.repository, "write a note", "Alt-N", .browse { $0.editNote() })
    case .undo: (.repository, "undo the last change", "Alt-U Ctrl-_", .browse { $0.undo() })
    case .chooseSort: (.search, "choose the sort order", "F4 Ctrl-T", .browse { $0.openSortMenu() })
    case .cycleSort: (.search, "next sort order", "Alt-S", .browse { $0.act(.cycleSort) })
    case .toggleOrder: (.search, "reverse order", "Alt-O", .browse { $0.toggleOrder() })
    case .searchHistory: (.search, "search the history", "Ctrl-R", .browse { $0.searchHistory() })
    case .retry: (.search, "retry, refresh, or sync stars", "F5 Alt-R", .browse { $0.retry() })
    case .cursorLeft: (.editing, "left", "← Ctrl-B", .edit(.moveLeft))
    case .cursorRight: (.editing, "right", "→", .edit(.moveRight))
    case .cursorToStart: (.editing, "start of line", "Ctrl-A Home", .edit(.moveToStart))
    case .cursorToEnd: (.editing, "end of line", "Ctrl-E End", .edit(.moveToEnd))
    case .wordLeft: (.editing, "previous word", "Alt-B Ctrl-← Alt-←", .edit(.moveWordLeft))
    case .wordRight: (.editing, "next word", "Alt-F Ctrl-→ Alt-→", .edit(.moveWordRight))
    case .deleteBackward:
      (.editing, "delete the previous character", "Backspace", .edit(.deleteBackward))
    case .deleteForward:
      (.editing, "delete the next character", "Del Ctrl-D", .edit(.deleteForward))
    case .deleteBlankWord:
      (.editing, "delete to the previous space", "Ctrl-W", .edit(.killBlankWordBackward))
    case .deleteWordBackward:
      (
        .editing, "delete the previous word", "Alt-Backspace Ctrl-Backspace",
        .edit(.killWordBackward)
      )
    case .deleteWordForward: (.editing, "delete the next word", "Alt-D", .edit(.killWordForward))
    case .deleteToStart: (.editing, "delete to the start", "Ctrl-U", .edit(.killToStart))
    case .deleteToEnd: (.editing, "delete to the end", "Ctrl-K", .edit(.killToEnd))
    case .yank: (.editing, "paste deleted text", "Ctrl-Y", .edit(.yank))
    case .help: (.program, "help (also ? in an empty query)", "F1", .anywhere { $0.toggleHelp() })
    case .redraw: (.program, "redraw", "Ctrl-L", .anywhere { $0.send(.redraw) })
    case .suspend: (.program, "suspend", "Ctrl-Z", .anywhere { $0.send(.suspend) })
    case .back: (.program, "close; clear the query; quit", "Esc", .anywhere { $0.back() })
    case .quit: (.program, "quit", "Ctrl-C", .anywhere { $0.leave(.interrupted) })
    }
  }
}

/// A pair of keys of `less`, for the details and the help, regardless of their commands in the list.
struct PagerKeys: Sendable {
  /// As the help shows them, and what they do.
  let names: String
  let title: String
  private let down: [Key]
  private let up: [Key]
  private let distance: @Sendable (ScreenState) -> Int

  private init(
    _ names: String,
    _ title: String,
    down: String,
    up: String,
    _ distance: @escaping @Sendable (ScreenState) -> Int
  ) {
    (self.names, self.title, self.distance) = (names, title, distance)
    self.down = down.split(separator: " ").compactMap(KeyName.key)
    self.up = up.split(separator: " ").compactMap(KeyName.key)
  }

  static let all = [
    Self(
      "Space b",
      "page down, up (Ctrl-F, Ctrl-B)",
      down: "Space f Ctrl-F Ctrl-V",
      up: "b Ctrl-B Alt-V"
    ) { $0.pageRows },
    Self("d u", "half a page (Ctrl-D, Ctrl-U)", down: "d Ctrl-D", up: "u Ctrl-U") {
      max($0.pageRows / 2, 1)
    },
    Self(
      "j k",
      "line down, up (Ctrl-E, Ctrl-Y)",
      down: "j e Ctrl-J Ctrl-N Ctrl-E",
      up: "k y Ctrl-K Ctrl-P Ctrl-Y"
    ) { _ in 1 },
    Self("g G", "start, end", down: "G > End", up: "g < Home") { _ in ScreenState.allRows },
  ]

  /// How far the key scrolls; nil for other keys.
  static func distance(of key: Key, in state: ScreenState) -> Int? {
    for keys in all {
      if keys.down.contains(key) { return keys.distance(state) }
      if keys.up.contains(key) { return -keys.distance(state) }
    }
    return nil
  }
}
