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
    func unconfirmed(_ what: String, _ command: String) -> Self {
      Self(
        what: what,
        why: "not confirmed by GitHub",
        advice: "check with `ghsearch \(command)`"
      )
    }
    func unstored(_ what: String, _ command: String) -> Self {
      Self(what: what, why: "not stored", advice: "check with `ghsearch \(command)`")
    }
    let stars = search.stars.pending.map(\.repository.name).map {
      unconfirmed("change the star of \($0)", "starred \($0)")
    }
    let moves = search.pendingLists.flatMap(\.moves).map(\.repository.name).map {
      unconfirmed("change the lists of \($0)", "view \($0)")
    }
    let edits = search.pendingLists.compactMap(\.edit?.name).map {
      unconfirmed("change the list \"\($0)\"", "lists")
    }
    let notes = search.pendingNotes.map(\.repository.name).map {
      unstored("save the note about \($0)", "note \($0)")
    }
    let favorites = search.pendingFavorites.map(\.repository.name).map {
      unstored("change the favorite \($0)", "favorites list")
    }
    return stars + moves + edits + notes + favorites
  }
}
