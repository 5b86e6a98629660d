package import GitHubModel
import SearchModel
package import Terminal

/// How the user left, what was chosen, and what is said after the screen.
package struct Outcome: Sendable, Equatable {
  package enum Ending: Sendable, Equatable {
    /// Esc.
    case left
    /// ^C.
    case interrupted
    /// A picker's answer, in the order of marking.
    case chose([RepositoryName])
    /// The terminal is gone, or a signal ended the session.
    case ended
  }

  package var ending: Ending
  package var unfinished: [UnfinishedWork] = []
  /// A change that failed while leaving, too late to be read on the screen.
  package var failure: SafeText?
  /// The progress of the sync that quitting canceled.
  package var canceledSync: SafeText?

  package init(_ ending: Ending) {
    self.ending = ending
  }
}

/// Something that was not done, or may not have been, when the user stopped waiting for it.
package struct UnfinishedWork: Sendable, Equatable {
  package let what: String
  package let why: String
  /// Empty if there is none.
  package var advice = ""

  /// A page that did not open; no reason means that there was no time to.
  static func page(_ url: String, _ failure: String? = nil) -> Self {
    Self(what: "open \(url)", why: failure ?? canceled)
  }

  static func clone(_ name: RepositoryName) -> Self { Self(what: "clone \(name)", why: canceled) }

  private static let canceled = "canceled by leaving the search"

  /// The changes that GitHub or the local store has not confirmed.
  static func changes(in search: SearchState) -> [Self] {
    func unmade(_ operation: Banner.Operation, _ why: String, _ command: String) -> Self {
      Self(
        what: operation.words.description,
        why: why,
        advice: "check with `ghsearch \(command)`"
      )
    }
    let (unconfirmed, unstored) = ("not confirmed by GitHub", "not stored")
    let stars = search.stars.pending.map {
      unmade(.stars([$0]), unconfirmed, "starred \($0.repository.name)")
    }
    let moves = search.pendingLists.flatMap(\.moves).map {
      unmade(.lists(ListsChange(moves: [$0])), unconfirmed, "view \($0.repository.name)")
    }
    let edits = search.pendingLists.filter { $0.edit != nil }.map {
      unmade(.lists($0), unconfirmed, "lists")
    }
    let notes = search.pendingNotes.map {
      unmade(.note($0), unstored, "note \($0.repository.name)")
    }
    let favorites = search.pendingFavorites.map {
      unmade(.favorite($0), unstored, "favorites list")
    }
    return stars + moves + edits + notes + favorites
  }
}
