import GitHubModel
import SearchModel
import Terminal

/// What the reducer remembers and no screen shows.
struct ScreenMemory: Sendable {
  /// The query was edited since the last move, so Enter is meant for it.
  var isQueryFresh = false
  /// How far ↑ has gone back in the history; nil when the text is the user's own.
  var recalled: Int?
  var lastClick: Click?
  /// Asked for, and not yet what the search says.
  var awaitedSelection: Repository.ID?
  /// What the view model was told last.
  var shownRows = 0..<0
  var isDetailShown = false

  struct Click: Sendable {
    var id: Repository.ID
    var time: ContinuousClock.Instant
  }
}
