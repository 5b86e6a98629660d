import SearchModel
package import Terminal

/// A command that a key can be bound to.
///
/// To add one, add a case, whose name is the one in `keys.toml`, and a row in ``entry``.
package enum KeyCommand: String, Sendable, CaseIterable {
  // In the order of the palette.
  case accept, toggleStar, toggleFavorite, openPage, copyURL, copyClone, clone
  case toggleMark, clearMarks, chooseLists, editList, editNote, undo
  case chooseSort, cycleSort, toggleOrder, searchHistory, retry
  case find, findNext, findPrevious, nextLink, previousLink, nextRepository, previousRepository
  case previousTab, nextTab, togglePreview, previewUp, previewDown
  case moveUp, moveDown, pageUp, pageDown, halfPageUp, halfPageDown, moveToFirst, moveToLast
  case cursorLeft, cursorRight, cursorToStart, cursorToEnd, wordLeft, wordRight
  case deleteBackward, deleteForward, deleteBlankWord, deleteWordBackward, deleteWordForward
  case deleteToStart, deleteToEnd, yank
  case help, redraw, suspend, back, quit
}

extension KeyCommand {
  /// The effect of a command, and where it applies.
  enum Action {
    /// With any focus.
    case anywhere((inout ScreenState) -> Void)
    /// In the list and the details; with another focus the key may have another effect.
    case browse((inout ScreenState) -> Void)
    /// In the details.
    case read((inout ScreenState) -> Void)
    /// Moves the selection, or scrolls, by this many rows: down if positive.
    case move((ScreenState) -> Int)
    /// Edits the input line of the list or of a menu.
    case edit(LineEditor.Action)
    /// Enter, whose effect depends on the focus.
    case accept
  }

  /// The name in `keys.toml`, from the case, such as `copy-url`.
  package var name: String { Self.names[self] ?? rawValue }

  private static let names = Dictionary(
    uniqueKeysWithValues: allCases.map { command in
      let words = command.rawValue.replacing(/([a-z])([A-Z])/) { "\($0.1)-\($0.2)" }
      return (command, words.lowercased())
    }
  )
  /// A short description of its effect.
  package var title: String { entry.title }
  /// Its default keys, the first one shown in hints.
  package var keys: [Key] { Self.keys(entry.keys) }
  /// The keys as people write them.
  package var keyNames: String { entry.keys }
  /// Additional keys in the details, as in `less`, which take precedence there over other commands'
  /// default keys.
  package var detailKeys: [Key] { Self.keys(entry.detailKeys) }
  /// Keys that have this command only while there is no text for their usual command.
  package var emptyQueryKeys: [Key] { Self.keys(entry.emptyQueryKeys) }
  var action: Action { entry.action }
  /// Whether it edits a line, and therefore has no effect in the details.
  var isEdit: Bool { if case .edit = action { true } else { false } }

  private static func keys(_ names: String) -> [Key] {
    names.split(separator: " ").compactMap(KeyName.key)
  }

  /// The command with this name in `keys.toml`.
  init?(name: some StringProtocol) {
    guard let command = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = command
  }

  private struct Entry {
    let title: String
    let keys: String
    let detailKeys: String
    let emptyQueryKeys: String
    let action: Action

    init(
      _ title: String,
      _ keys: String,
      details: String = "",
      emptyQuery: String = "",
      _ action: Action
    ) {
      (self.title, self.keys, self.action) = (title, keys, action)
      (detailKeys, emptyQueryKeys) = (details, emptyQuery)
    }
  }

  /// The command's entry; default keys are those of shells and Emacs, if any.
  private var entry: Entry {
    switch self {
    case .accept: Entry("details (when piped: print and exit)", "Enter", .accept)
    case .toggleStar:
      Entry(
        "star or unstar",
        "Ctrl-S",
        .browse { $0.act($0.search.starToggle(of: $0.targets)) }
      )
    case .toggleFavorite:
      Entry(
        "add to or remove from favorites",
        "Ctrl-F",
        details: "F",
        .browse { $0.act($0.search.favoriteToggle(of: $0.targets)) }
      )
    case .openPage: Entry("open in the browser", "Ctrl-O", .browse { $0.openPages() })
    case .copyURL: Entry("copy the URL", "F6 Alt-C", .browse { $0.copy(.url) })
    case .copyClone:
      Entry("copy the clone command", "F7 Alt-G", .browse { $0.copy(.cloneCommand) })
    case .clone:
      Entry("clone into the current directory", "Ctrl-G", .browse { $0.askToClone() })
    case .toggleMark:
      Entry("complete a qualifier, or mark a row", "Tab", .browse { $0.completeOrMark() })
    case .clearMarks: Entry("clear marks", "Shift-Tab", .browse { $0.act(.clearMarks) })
    case .chooseLists:
      Entry("choose or create star lists", "Ctrl-X", .browse { $0.openListPicker() })
    case .editList:
      Entry("change or delete a star list", "Alt-L", .browse { $0.openListMenu() })
    case .editNote: Entry("write a note", "Alt-N", .browse { $0.editNote() })
    case .undo: Entry("undo the last change", "Alt-U Ctrl-_", .browse { $0.undo() })
    case .chooseSort: Entry("choose the sort order", "F4 Ctrl-T", .browse { $0.openSortMenu() })
    case .cycleSort: Entry("next sort order", "Alt-S", .browse { $0.act(.cycleSort) })
    case .toggleOrder: Entry("reverse order", "Alt-O", .browse { $0.toggleOrder() })
    case .searchHistory: Entry("search the history", "Ctrl-R", .browse { $0.searchHistory() })
    case .retry: Entry("retry, refresh, or sync stars", "F5 Alt-R", .browse { $0.retry() })
    case .find:
      Entry(
        "search in the details",
        "",
        details: "/",
        .read { $0.openPart(.prompt(Prompt(.find))) }
      )
    case .findNext: Entry("next match", "", details: "n", .read { $0.findNext(1) })
    case .findPrevious: Entry("previous match", "", details: "N", .read { $0.findNext(-1) })
    case .nextLink: Entry("next link", "", details: "Tab", .read { $0.selectLink(1) })
    case .previousLink:
      Entry("previous link", "", details: "Shift-Tab", .read { $0.selectLink(-1) })
    case .nextRepository:
      Entry("next repository", "", details: "J Ctrl-↓", .read { $0.act(.move(1)) })
    case .previousRepository:
      Entry("previous repository", "", details: "K Ctrl-↑", .read { $0.act(.move(-1)) })
    case .previousTab:
      Entry("previous tab", "F2 Ctrl-PgUp", emptyQuery: "Ctrl-←", .anywhere { $0.openTab(at: -1) })
    case .nextTab:
      Entry("next tab", "F3 Ctrl-PgDn", emptyQuery: "Ctrl-→", .anywhere { $0.openTab(at: 1) })
    case .togglePreview:
      Entry("show or hide the details", "F8", .browse { $0.isPreviewHidden.toggle() })
    case .previewUp: Entry("scroll the details up", "Shift-↑", .browse { $0.scrollDetails(-3) })
    case .previewDown: Entry("scroll the details down", "Shift-↓", .browse { $0.scrollDetails(3) })
    case .moveUp:
      Entry(
        "up (empty query: earlier searches)",
        "↑ Ctrl-P",
        details: "k y Ctrl-K Ctrl-P Ctrl-Y",
        .move { _ in -1 }
      )
    case .moveDown:
      Entry(
        "down (empty query: recent searches)",
        "↓ Ctrl-N",
        details: "j e Ctrl-J Ctrl-N Ctrl-E",
        .move { _ in 1 }
      )
    case .pageUp: Entry("page up", "PgUp", details: "b Ctrl-B Alt-V", .move { -$0.pageRows })
    case .pageDown:
      Entry("page down", "PgDn", details: "Space f Ctrl-F Ctrl-V", .move { $0.pageRows })
    case .halfPageUp:
      Entry("half a page up", "", details: "u Ctrl-U", .move { -max($0.pageRows / 2, 1) })
    case .halfPageDown:
      Entry("half a page down", "", details: "d Ctrl-D", .move { max($0.pageRows / 2, 1) })
    case .moveToFirst:
      Entry(
        "first row",
        "Alt-< Ctrl-Home",
        details: "g < Home",
        .move { _ in -ScreenState.allRows }
      )
    case .moveToLast:
      Entry("last row", "Alt-> Ctrl-End", details: "G > End", .move { _ in ScreenState.allRows })
    case .cursorLeft: Entry("cursor left", "← Ctrl-B", .edit(.moveLeft))
    case .cursorRight: Entry("cursor right", "→", .edit(.moveRight))
    case .cursorToStart: Entry("cursor to the start", "Ctrl-A Home", .edit(.moveToStart))
    case .cursorToEnd: Entry("cursor to the end", "Ctrl-E End", .edit(.moveToEnd))
    case .wordLeft: Entry("cursor to the previous word", "Alt-B Ctrl-← Alt-←", .edit(.moveWordLeft))
    case .wordRight: Entry("cursor to the next word", "Alt-F Ctrl-→ Alt-→", .edit(.moveWordRight))
    case .deleteBackward:
      Entry("delete the previous character", "Backspace", .edit(.deleteBackward))
    case .deleteForward:
      Entry("delete the next character", "Del Ctrl-D", .edit(.deleteForward))
    case .deleteBlankWord:
      Entry("delete to the previous space", "Ctrl-W", .edit(.killBlankWordBackward))
    case .deleteWordBackward:
      Entry(
        "delete the previous word",
        "Alt-Backspace Ctrl-Backspace",
        .edit(.killWordBackward)
      )
    case .deleteWordForward: Entry("delete the next word", "Alt-D", .edit(.killWordForward))
    case .deleteToStart: Entry("delete to the start", "Ctrl-U", .edit(.killToStart))
    case .deleteToEnd: Entry("delete to the end", "Ctrl-K", .edit(.killToEnd))
    case .yank: Entry("paste deleted text", "Ctrl-Y", .edit(.yank))
    case .help:
      Entry(
        "find a command (also ? in an empty query)",
        "F1",
        details: "?",
        emptyQuery: "?",
        .anywhere { $0.toggleHelp() }
      )
    case .redraw: Entry("redraw", "Ctrl-L", .anywhere { $0.send(.redraw) })
    case .suspend: Entry("suspend", "Ctrl-Z", .anywhere { $0.send(.suspend) })
    case .back:
      // Ctrl-D as in a shell.
      Entry(
        "close; clear the query; quit",
        "Esc",
        details: "q",
        emptyQuery: "Ctrl-D",
        .anywhere { $0.back() }
      )
    case .quit: Entry("quit", "Ctrl-C", .anywhere { $0.leave(.interrupted) })
    }
  }
}
