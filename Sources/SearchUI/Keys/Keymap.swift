package import Terminal

/// The command of each key, for the screen and its help.
package struct Keymap: Sendable, Equatable {
  private var commands: [Key: KeyCommand] = [:]
  /// In the order of the help.
  private var keys: [KeyCommand: [Key]] = [:]

  package init(_ bindings: [(KeyCommand, [Key])] = Keymap.defaults) {
    for (command, keys) in bindings { bind(command, to: keys) }
  }

  /// The command that a key has; nil for a key without one.
  package func command(for key: Key) -> KeyCommand? { commands[key] }

  /// The keys of a command, the first one shown in hints.
  package func keys(for command: KeyCommand) -> [Key] { keys[command] ?? [] }

  /// The first key of a command as people write it; nil where it has none.
  package func name(of command: KeyCommand) -> String? {
    keys(for: command).first.map(KeyName.text)
  }

  /// Binds exactly these keys to a command; other commands lose them.
  package mutating func bind(_ command: KeyCommand, to new: [Key]) {
    for key in keys(for: command) { commands[key] = nil }
    for key in new {
      if let other = commands[key] { keys[other]?.removeAll { $0 == key } }
      commands[key] = command
    }
    keys[command] = new
  }
}

extension Keymap {
  /// The default keys: those of shells and Emacs where these have one.
  package static let defaults: [(KeyCommand, [Key])] = KeyCommand.allCases.map {
    ($0, $0.entry.keys)
  }
}

/// A command that a key can have.
///
/// The raw value is its name in `keys.toml`.
package enum KeyCommand: String, Sendable, CaseIterable {
  case moveUp = "move-up"
  case moveDown = "move-down"
  case pageUp = "page-up"
  case pageDown = "page-down"
  case moveToFirst = "move-to-first"
  case moveToLast = "move-to-last"
  case previewUp = "preview-up"
  case previewDown = "preview-down"
  case togglePreview = "toggle-preview"
  case previousTab = "previous-tab"
  case nextTab = "next-tab"

  case accept
  case toggleStar = "toggle-star"
  case toggleFavorite = "toggle-favorite"
  case openPage = "open-page"
  case copyURL = "copy-url"
  case copyClone = "copy-clone"
  case clone
  case toggleMark = "toggle-mark"
  case clearMarks = "clear-marks"
  case chooseLists = "choose-lists"
  case undo

  case chooseSort = "choose-sort"
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
  /// The groups of the help, in order.
  package enum Group: String, Sendable, CaseIterable {
    case list = "Navigation"
    case repository = "Repositories"
    case search = "Search"
    case editing = "Query"
    case program = "General"
  }

  /// Where the help shows the command.
  package var group: Group { entry.group }

  /// What it does, in a few words.
  package var title: String { entry.title }

  /// The table of commands: where the help shows it, in which words, and its default keys.
  fileprivate var entry: (group: Group, title: String, keys: [Key]) {
    switch self {
    case .moveUp: (.list, "up (empty query: earlier searches)", [Key(.up), .control("p")])
    case .moveDown: (.list, "down", [Key(.down), .control("n")])
    case .pageUp: (.list, "page up", [Key(.pageUp)])
    case .pageDown: (.list, "page down", [Key(.pageDown)])
    case .moveToFirst: (.list, "first row", [.alt("<"), Key(.home, .control)])
    case .moveToLast: (.list, "last row", [.alt(">"), Key(.end, .control)])
    case .previewUp: (.list, "scroll the details up", [Key(.up, .shift)])
    case .previewDown: (.list, "scroll the details down", [Key(.down, .shift)])
    case .togglePreview: (.list, "show or hide the details", [Key(.function(8))])
    case .previousTab: (.list, "previous tab", [Key(.function(2)), Key(.pageUp, .control)])
    case .nextTab: (.list, "next tab", [Key(.function(3)), Key(.pageDown, .control)])
    case .accept: (.repository, "details (when piped: print and exit)", [Key(.enter)])
    case .toggleStar: (.repository, "star or unstar", [.control("s")])
    case .toggleFavorite: (.repository, "add to or remove from favorites", [.control("f")])
    case .openPage: (.repository, "open in the browser", [.control("o")])
    case .copyURL: (.repository, "copy the URL", [Key(.function(6)), .alt("c")])
    case .copyClone: (.repository, "copy the clone command", [Key(.function(7)), .alt("g")])
    case .clone: (.repository, "clone into the current folder", [.control("g")])
    case .toggleMark: (.repository, "complete a qualifier, or mark a row", [Key(.tab)])
    case .clearMarks: (.repository, "clear marks", [Key(.tab, .shift)])
    case .chooseLists: (.repository, "choose star lists", [.control("x")])
    case .undo: (.repository, "undo the last change", [.alt("u"), .control("_")])
    case .chooseSort: (.search, "choose the sort order", [Key(.function(4)), .control("t")])
    case .cycleSort: (.search, "next sort order", [.alt("s")])
    case .toggleOrder: (.search, "reverse order", [.alt("o")])
    case .searchHistory: (.search, "search the history", [.control("r")])
    case .retry: (.search, "retry, refresh, or sync stars", [Key(.function(5)), .alt("r")])
    case .cursorLeft: (.editing, "left", [Key(.left), .control("b")])
    case .cursorRight: (.editing, "right", [Key(.right)])
    case .cursorToStart: (.editing, "start of line", [.control("a"), Key(.home)])
    case .cursorToEnd: (.editing, "end of line", [.control("e"), Key(.end)])
    case .wordLeft:
      (.editing, "previous word", [.alt("b"), Key(.left, .control), Key(.left, .alt)])
    case .wordRight:
      (.editing, "next word", [.alt("f"), Key(.right, .control), Key(.right, .alt)])
    case .deleteBackward: (.editing, "delete the previous character", [Key(.backspace)])
    case .deleteForward: (.editing, "delete the next character", [Key(.delete), .control("d")])
    case .deleteBlankWord: (.editing, "delete back to a space", [.control("w")])
    case .deleteWordBackward:
      (.editing, "delete the previous word", [Key(.backspace, .alt), Key(.backspace, .control)])
    case .deleteWordForward: (.editing, "delete the next word", [.alt("d")])
    case .deleteToStart: (.editing, "delete to the start", [.control("u")])
    case .deleteToEnd: (.editing, "delete to the end", [.control("k")])
    case .yank: (.editing, "paste deleted text", [.control("y")])
    case .help: (.program, "help (also ? in an empty query)", [Key(.function(1))])
    case .redraw: (.program, "redraw", [.control("l")])
    case .suspend: (.program, "suspend", [.control("z")])
    case .back: (.program, "close; clear the query; quit", [Key(.escape)])
    case .quit: (.program, "quit", [.control("c")])
    }
  }

  /// How it edits a line of text; nil for a command that does not.
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
    default: nil
    }
  }
}
