package import GitHubModel

/// A change of star lists that can be undone.
package typealias StarListChange = UndoableChange<StarListAction>

/// One write of star lists.
package enum StarListAction: UndoableAction {
  case created(StarList)
  case deleted(StarListContents)
  /// The list before and after.
  case updated(StarList, to: StarList)
  /// A repository was added to lists and removed from others.
  case moved(StarList.Member, added: [StarList.ID], removed: [StarList.ID])

  package static let kind = "lists"
}
