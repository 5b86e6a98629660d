package import Essentials
package import GitHubModel
package import SearchModel
package import Terminal

/// Everything the screen shows: the search, and what the user has opened, scrolled and typed.
package struct ScreenState: Sendable {
  package var options: ScreenOptions
  package var size: ScreenSize
  /// The time that ages are relative to.
  package var now: Date
  package var search = SearchState()
  /// The widths that its rows' columns need.
  var widths = RowWidths([])

  package var editor = LineEditor()
  /// The part of the screen that keys act on.
  package internal(set) var focus = Focus.list
  /// The parts covered by the one with the focus, which reappear when it is closed.
  private var covered: [Focus] = []
  /// The first visible row of the list.
  package var listTop = 0
  package var pane = DetailPane()
  /// Whether the list uses the details' space until they are opened.
  package var isPreviewHidden = false
  var pictures = OwnerPictures()
  /// A message about the last action, shown until the next key or for a few seconds.
  package var toast: SafeText?
  /// The last change, until GitHub has acknowledged it.
  package var saving: ChangeReport?
  /// The action that the key `y` confirms; nil if there is no question.
  package var question: Question?
  /// The waiting and running clones, and those finished since the first of them started.
  package var cloning: [RepositoryName] = []
  var cloned: [CloneResult] = []
  /// The pages for which a browser is being started.
  package var opening: [String] = []
  /// A counter that advances while a response is late.
  package var spinner = 0
  /// The outcome once the user has quit and changes are still being sent.
  package var leaving: Outcome?

  var bookkeeping = ScreenBookkeeping()

  package init(options: ScreenOptions = ScreenOptions(), size: ScreenSize, now: Date) {
    self.options = options
    self.size = size
    self.now = now
  }
}

extension ScreenState {
  /// The part of the screen that keys act on.
  package enum Focus: Sendable, Equatable {
    case list
    case detail
    case menu(Menu)
    case prompt(Prompt)
  }

  /// A question that the next key answers.
  package enum Question: Sendable, Equatable {
    case clone([Repository])
    case deleteList(StarList)
    case open([Repository])
    case run(UserAction, [Repository])

    fileprivate var text: SafeText {
      switch self {
      case .open(let repositories): "Open \(repositories.count) pages in the browser? y/n"
      case .clone(let repositories): CloneText.question(repositories)
      case .run(let action, let repositories):
        "Run \(action.name) for \(repositories.count) repositories? y/n"
      case .deleteList(let list): "Delete the list " + list.safeName + "? y/n"
      }
    }
  }

  /// Opens a part above the one with the focus; deleted text can be inserted in any of them.
  mutating func openPart(_ part: Focus) {
    covered.append(focus)
    focus = part
    focus.line?.killed = editor.killed
  }

  mutating func closePart() {
    if let line = focus.line { editor.killed = line.killed }
    focus = covered.popLast() ?? .list
    focus.line?.killed = editor.killed
  }

  /// Opens the selected row's details, if any.
  mutating func openDetail() {
    if search.selectedRow != nil { openPart(.detail) }
  }

  /// Closes everything above the list.
  mutating func closeAllParts() {
    (focus, covered) = (.list, [])
  }

  private var openParts: [Focus] { covered + [focus] }

  /// Changes the open menus, including covered ones.
  mutating func updateMenus(_ change: (inout Menu) -> Void) {
    func changed(_ part: Focus) -> Focus {
      guard case .menu(var menu) = part else { return part }
      change(&menu)
      return .menu(menu)
    }
    (focus, covered) = (changed(focus), covered.map(changed))
  }

  /// Whether the details are open.
  var isDetailOpen: Bool { openParts.contains(.detail) }

  /// Whether something is being typed or chosen that switching tabs would discard.
  var isAnswering: Bool {
    openParts.contains { part in
      if case .prompt = part { true } else { part.menu?.picker != nil }
    }
  }

  /// The layout for the size and the open parts.
  package var layout: ScreenLayout {
    ScreenLayout(
      size,
      hasDetail: !search.rows.isEmpty && (isDetailOpen || !isPreviewHidden),
      isDetailOpen: isDetailOpen
    )
  }

  /// The line above the status line: the last action, a failure, or the marked repositories.
  package var message: Message? {
    if leaving != nil { return waiting.map { Message($0, .done) } }
    if let question { return Message(question.text, .done, isPassing: true) }
    if let toast { return Message(toast, .done, isPassing: true) }
    if let banner = search.banner {
      let isPassing = !banner.operation.concernsQuery
      return Message(banner.line(browsingKeymap), .failed, isPassing: isPassing)
    }
    if let name = search.visiting { return Message("Opening \(name.fullName)…", .done) }
    if let saving { return Message(ChangeText(search: search).saving(saving), .done) }
    if let cloneProgress { return Message(cloneProgress, .done) }
    if let sync = search.sync {
      let key = backCancelsSync ? options.keymap.name(of: .back) : nil
      return Message(SyncText.progress(sync, cancelKey: key), .progress)
    }
    if focus == .detail, let link = pane.shownLink { return Message(text(of: link), .done) }
    if search.marked.isEmpty { return nil }
    return Message(
      MarkedSummary.text(search.marked, browsingKeymap, width: size.columns),
      .marked
    )
  }

  /// Whether the empty list already shows everything in the message.
  var isFailureInList: Bool {
    focus == .list && search.phase == .failed && search.rows.isEmpty && message?.tone == .failed
  }

  private var cloneProgress: SafeText? {
    cloning.isEmpty ? nil : CloneText.progress(cloning, of: cloning.count + cloned.count)
  }

  /// The work that must finish before quitting; nil if there is none.
  private var waiting: SafeText? {
    let changes = search.unfinishedChanges.count
    let work: SafeText
    if changes > 0 {
      work = "Saving \(changes) \(changes == 1 ? "change" : "changes")…"
    } else if !opening.isEmpty {
      work = "Opening \(opening.count) \(opening.count == 1 ? "page" : "pages")…"
    } else if let cloneProgress {
      work = cloneProgress
    } else {
      return nil
    }
    return work + " \(options.keymap.name(of: .quit) ?? "Ctrl-C") to quit without waiting."
  }

  /// The line above the status line.
  package struct Message: Sendable, Equatable {
    package enum Tone: Sendable, Equatable {
      case done, failed, marked
      /// The progress of a sync.
      case progress
    }

    package var text: SafeText
    package var tone: Tone
    /// Whether the next key dismisses it.
    var isPassing: Bool

    init(_ text: SafeText, _ tone: Tone, isPassing: Bool = false) {
      (self.text, self.tone, self.isPassing) = (text, tone, isPassing)
    }
  }

  /// Whether a response is late, so that the spinner turns.
  package var isLate: Bool { search.phase == .searching(isLate: true) }
}

/// Options that do not change while the screen is open.
package struct ScreenOptions: Sendable, Equatable {
  package var keymap: Keymap
  /// Whether Enter chooses and quits instead of showing the details.
  package var isPicker: Bool
  package var hasMouse: Bool
  /// Whether to show owners' avatars.
  package var hasPictures: Bool
  /// Whether the terminal shows colors, which an owner's initials require.
  package var hasColor: Bool
  /// Whether the locale has only ASCII, without boxes, stars or arrows.
  package var isASCII: Bool

  package init(
    keymap: Keymap = Keymap(),
    isPicker: Bool = false,
    hasMouse: Bool = true,
    hasPictures: Bool = false,
    hasColor: Bool = true,
    isASCII: Bool = false
  ) {
    self.keymap = keymap
    self.isPicker = isPicker
    self.hasMouse = hasMouse
    self.hasPictures = hasPictures
    self.hasColor = hasColor
    self.isASCII = isASCII
  }
}

/// The screen reducer's private state.
struct ScreenBookkeeping: Sendable {
  /// Whether the query was edited since the last move, so that Enter applies to it.
  var queryEditedSinceMove = false
  /// The effects of the current event, in order.
  var outbox: [ScreenEffect] = []
  /// The text that ↑ has recalled; nil if the text is the user's own.
  var recall: Recall?
  var lastClick: Click?

  /// The first visible rows of other lists.
  var tops: [RowsSource: Int] = [:]

  /// The history as it was when ↑ was first pressed, since recalled texts move to its top.
  struct Recall: Sendable {
    var texts: [String]
    var index: Int
  }

  struct Click: Sendable {
    /// The list and the index of the row.
    var source: RowsSource
    var row: Int
    var time: ContinuousClock.Instant
  }
}

/// A text about a repository to copy to the clipboard.
package enum CopiedText: Sendable {
  case url
  case cloneCommand

  func text(of repository: Repository) -> String {
    switch self {
    case .url: repository.url
    case .cloneCommand: "git clone \(repository.addressForGit)"
    }
  }

  func report(_ count: Int, on clipboard: ScreenEvent.Clipboard?) -> SafeText {
    let texts: SafeText =
      switch self {
      case .url: count == 1 ? "the URL" : "\(count) URLs"
      case .cloneCommand: count == 1 ? "the clone command" : "\(count) clone commands"
      }
    return switch clipboard {
    case .desktop: "Copied " + texts
    case .terminal: "Sent " + texts + " to the terminal's clipboard"
    case nil: "This terminal does not support copying"
    }
  }
}
