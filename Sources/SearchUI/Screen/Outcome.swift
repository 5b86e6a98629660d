package import GitHubModel
import SearchModel
package import Terminal

/// How the user quit, the choice, and the messages shown afterward.
package struct Outcome: Sendable, Equatable {
  package enum Ending: Sendable, Equatable {
    /// By Esc.
    case left
    /// By ^C.
    case interrupted
    /// A picker's answer, in the order of marking.
    case chose([RepositoryName])
    /// The terminal is gone, or a signal ended the session.
    case ended
  }

  package var ending: Ending
  package var unfinished: [UnfinishedWork] = []
  /// A change that failed while quitting, too late to be read on the screen.
  package var failure: SafeText?
  /// The progress of the sync that quitting canceled.
  package var canceledSync: SafeText?

  package init(_ ending: Ending) {
    self.ending = ending
  }
}

/// Work that was, or may have been, left undone when the user stopped waiting for it.
package struct UnfinishedWork: Sendable, Equatable {
  package let what: String
  package let why: String
  /// The advice; empty if there is none.
  package var advice = ""

  /// A page that did not open; without a reason, there was no time to open it.
  static func page(_ url: String, _ failure: String? = nil) -> Self {
    Self(what: "open \(url)", why: failure ?? canceled)
  }

  /// A clone that failed; without a reason, it was canceled.
  static func clone(_ name: RepositoryName, _ failure: String? = nil) -> Self {
    Self(what: "clone \(name)", why: failure ?? canceled)
  }

  private static let canceled = "canceled by leaving the search"

  /// A change that GitHub or the local store has not confirmed.
  static func change(_ write: Write) -> Self {
    let (why, command) =
      switch write {
      case .star(let write): ("not confirmed by GitHub", "starred \(write.repository.name)")
      case .lists(let change):
        (
          "not confirmed by GitHub",
          change.moves.first.map { "view \($0.repository.name)" } ?? "lists"
        )
      case .note(let change): ("not stored", "note \(change.repository.name)")
      case .favorite: ("not stored", "favorites list")
      }
    return Self(
      what: write.words.description,
      why: why,
      advice: "check with `ghsearch \(command)`"
    )
  }
}
