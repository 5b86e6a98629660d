import GitHubModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the reducer remembers and no screen shows.
struct SearchMemory: Sendable, Equatable {
  var answers = AnswerCache()
  /// The query that the rows are an answer to, or are a preview for.
  var query: SearchQuery?
  /// The plan that was asked for last; it may rest, or be under way.
  var awaited: SearchPlan?
  /// The plan whose request is under way.
  var inFlight: SearchPlan?
  var planCount = 0
  var sentAt: Date?
  var budgetReadAt: Date?

  /// The rows of the last answer, from which previews are filtered.
  var answered: [Repository] = []
  var localMatches: [Repository] = []

  /// The user put the selection where it is.
  var isSelectionChosen = false
  var visible = 0..<0
  var isDetailShown = false
  var lookedAt: Repository.ID?

  var starQueue = StarQueue()
  /// What the stars were before they were changed.
  var starBases: [Repository.ID: StarState] = [:]
  var starsAsked: Set<Repository.ID> = []
  var isAskingStars = false
  /// What a retry writes again.
  var failedStars: [StarWrite] = []
  var failedFavourite: FavouriteWrite?
  /// Written, and not acknowledged yet; one may be there twice.
  var pendingFavourites: [FavouriteWrite] = []

  /// Every tick sets the next one anew.
  var tickCount = 0
}
