package import GitHubModel
package import SearchModel
package import Terminal

/// Everything that can change a ``ScreenState``.
package enum ScreenEvent: Sendable {
  case input(InputEvent)
  case search(SearchState)
  case resized(ScreenSize)
  /// A text that the search begins with.
  case began(with: String)
  /// The next picture of the spinner is due.
  case spun
  case noticeExpired
  /// A page was opened, or not, and why.
  case opened(failure: String?)
  /// Addresses went to the terminal's clipboard, or could not.
  case copied(count: Int, wasSent: Bool)
  /// An owner's picture came, by the owner's id; nil when there is none to show.
  case pictureCame(Picture?, owner: Int64)
  /// The acknowledgment of stars has been waited for long enough.
  case waitedEnough
}

/// What the reducer wants done.
package enum ScreenEffect: Sendable, Equatable {
  case query(QueryInput)
  case act(SearchAction)
  /// Opens pages in the browser.
  case open([String])
  /// Puts addresses on the clipboard.
  case copy([String])
  /// Fetches the owner's picture, and no other any more.
  case fetchPicture(Owner)
  /// Draws the screen anew, whatever is on it.
  case redraw
  case suspend
  /// Shows the notice for a while.
  case notice
  /// Waits for the acknowledgment of stars, but not for ever.
  case awaitStars
  case leave(Outcome)
}
