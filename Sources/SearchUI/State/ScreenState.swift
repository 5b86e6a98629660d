package import SearchModel
package import Terminal

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// All that the screen shows: the search, and what the user has opened, scrolled and half typed.
package struct ScreenState: Sendable {
  package var options: ScreenOptions
  package var size: ScreenSize
  /// The time that ages are told from.
  package var now: Date
  package var search = SearchState()

  /// The query line.
  package var editor = LineEditor()
  package var focus = Focus.list
  /// The first row of the list that is shown.
  package var listTop = 0
  package var pane = DetailPane()
  var pictures = OwnerPictures()
  package var notice: SafeText?
  /// Counts while an answer is late.
  package var spinner = 0
  /// Set when the user has left and stars are still on their way.
  package var leaving: Outcome?

  // What the reducer remembers and no screen shows.
  var memory = ScreenMemory()

  /// - Parameters:
  ///   - options: what does not change while the screen is up.
  ///   - size: of the screen.
  ///   - now: the time of day.
  package init(options: ScreenOptions = ScreenOptions(), size: ScreenSize, now: Date) {
    self.options = options
    self.size = size
    self.now = now
  }
}

extension ScreenState {
  /// What keys act on.
  package enum Focus: Sendable, Equatable {
    case list
    case detail
    /// The first line of the help that is shown.
    case help(top: Int)
    case history(HistorySearch)
  }

  package var layout: ScreenLayout {
    ScreenLayout(
      size,
      hasDetail: !search.rows.isEmpty,
      isDetailOpen: focus == .detail,
      hasMessage: message != nil
    )
  }

  /// What stands above the status line.
  package var message: SafeText? {
    notice ?? search.banner.map { BannerText.text($0, keymap: options.keymap) }
  }

  /// True while an answer is late, which is when a spinner turns.
  package var isLate: Bool { search.phase == .searching(isLate: true) }
}

/// What does not change while the screen is up.
package struct ScreenOptions: Sendable, Equatable {
  package var keymap: Keymap
  /// Enter chooses and leaves instead of showing the detail.
  package var isPicker: Bool
  package var hasMouse: Bool
  /// Whether owners' pictures are wanted.
  package var hasPictures: Bool

  package init(
    keymap: Keymap = Keymap(),
    isPicker: Bool = false,
    hasMouse: Bool = true,
    hasPictures: Bool = false
  ) {
    self.keymap = keymap
    self.isPicker = isPicker
    self.hasMouse = hasMouse
    self.hasPictures = hasPictures
  }
}
